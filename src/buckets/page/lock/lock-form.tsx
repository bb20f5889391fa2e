import { chakra } from '@chakra-ui/react'
import { valibotResolver } from '@hookform/resolvers/valibot'
import { FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form'
import {
  bucketLockForm,
  forGood,
  type RetentionForm,
  retentionForm,
  retentionOf,
} from '../../../../domain/object-lock.ts'
import * as v from '../../../../domain/valibot.ts'
import { languages } from '../../../../languages/languages.ts'
import { Form } from '../../../forms/form.tsx'
import { FormCheckbox } from '../../../forms/form-field.tsx'
import { useFieldFailure } from '../../../forms/use-field-failure.ts'
import { type Text, useLanguage, useText } from '../../../i18n/text.ts'
import { FailureNotice } from '../../../ui/failure.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RetentionFields } from '../../dialogs/retention-fields.tsx'
import type { Setting } from '../setting/bucket-setting.tsx'
import type { ObjectLock } from '../setting/calls.ts'
import { useStored, versioningCalls } from '../setting/calls.ts'
import { SaveButtons } from '../setting/save-buttons.tsx'

type Values = { retention: RetentionForm; confirm: boolean }

function valuesOf({ enabled, mode, days, years }: ObjectLock): Values {
  const known = days ?? (years === null ? null : years * 365)
  return {
    retention: { on: !enabled || mode !== null, mode: mode ?? '', days: known === null ? '' : String(known) },
    confirm: false,
  }
}

/** Changes the default retention, or turns the lock on. */
export function LockForm({ bucket, setting }: { bucket: string; setting: Setting<ObjectLock> }) {
  const { stored, busy, failure, save } = setting
  const t = useText()
  const form = useForm<Values>({
    resolver: valibotResolver(bucketLockForm(stored)),
    criteriaMode: 'all',
    defaultValues: valuesOf(stored),
  })
  const rest = useFieldFailure(form, failure)
  const retention = useWatch({ control: form.control, name: 'retention' })
  const unsaved = form.formState.isDirty
  const warning = unsaved || !stored.enabled ? forGood(stored, retention) : null
  return (
    <FormProvider {...form}>
      <Form
        autoComplete="off"
        onSubmit={form.handleSubmit(values => {
          const { mode, days } = retentionOf(values.retention) ?? { mode: null, days: null }
          save({ ...stored, enabled: true, mode, days, years: null })
        })}
      >
        {!stored.enabled && <Before bucket={bucket} later={stored.later} />}
        <FormCheckbox
          name="retention.on"
          label={t('lock.default')}
          {...(!retention.on && { help: t('lock.default.help') })}
        />
        {retention.on && <Retention />}
        {warning && <FormCheckbox name="confirm" label={t(`lock.confirm.${warning}`)} />}
        <FailureNotice failure={rest} />
        <SaveButtons
          unsaved={unsaved}
          busy={busy}
          onDiscard={() => form.reset()}
          {...(!stored.enabled && { action: t('lock.turnOn') })}
        />
      </Form>
    </FormProvider>
  )
}

function Before({ bucket, later }: { bucket: string; later: boolean }) {
  const t = useText()
  const { data: versioning } = useStored(bucket, versioningCalls(bucket))
  const lines = [
    t('lock.before.forGood'),
    ...(versioning && versioning.value !== 'enabled' ? [t('lock.before.versions')] : []),
    t('lock.before.existing'),
    ...(later ? [t('lock.later')] : []),
  ]
  return (
    <Notice severity="warning">
      <chakra.p fontWeight="medium">{t('lock.before.title')}</chakra.p>
      <chakra.ul listStyleType="disc" ps="5" mt="1" display="flex" flexDirection="column" gap="1">
        {lines.map(line => (
          <li key={line}>{line}</li>
        ))}
      </chakra.ul>
    </Notice>
  )
}

function Retention() {
  const t = useText()
  const until = useLockedUntil()
  const { control } = useFormContext<Values>()
  const retention = useWatch({ control, name: 'retention' })
  const valid = v.is(retentionForm, retention) ? retentionOf(retention) : null
  return (
    <RetentionFields
      name="retention"
      help={valid ? t('lock.until', { date: until({ days: valid.days, years: null }) }) : undefined}
    />
  )
}

/** The day, in words, until which a file uploaded today is locked. */
function useLockedUntil(): (time: { days: number | null; years: number | null }) => string {
  const { locale } = useLanguage()
  const format = new Intl.DateTimeFormat(languages[locale].tag, { dateStyle: 'long' })
  return ({ days, years }) => {
    const date = new Date()
    date.setDate(date.getDate() + (days ?? 0))
    date.setFullYear(date.getFullYear() + (years ?? 0))
    return format.format(date)
  }
}

function timeText(t: Text, { days, years }: Pick<ObjectLock, 'days' | 'years'>): string {
  return days === null ? t('lock.years.count', { count: years ?? 0 }) : t('lock.days.count', { count: days })
}

export function useLockText(): (lock: ObjectLock) => string {
  const t = useText()
  const until = useLockedUntil()
  return lock =>
    lock.mode === null
      ? `${t(lock.enabled ? 'lock.state.on' : 'lock.state.off')}. ${t('lock.none')}`
      : t('lock.says', { mode: t(`lock.mode.${lock.mode}`), time: timeText(t, lock), date: until(lock) })
}
