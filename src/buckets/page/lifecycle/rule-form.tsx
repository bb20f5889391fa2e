import { chakra } from '@chakra-ui/react'
import { valibotResolver } from '@hookform/resolvers/valibot'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId } from 'react'
import { FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form'
import {
  type LifecycleAct,
  type LifecycleForm,
  type LifecycleWhere,
  lifecycleActs,
  lifecycleForm,
  lifecycleFormOf,
  lifecycleRuleOf,
} from '../../../../domain/lifecycle.ts'
import * as v from '../../../../domain/valibot.ts'
import type { LifecyclePreview, LifecycleRule, LifecycleRuleDays } from '../../../../openapi/schema.ts'
import { api } from '../../../api/client.ts'
import { keyOf } from '../../../api/query.ts'
import { dataOf } from '../../../api/result.ts'
import { Checkbox } from '../../../forms/checkbox.tsx'
import { FieldError, Input } from '../../../forms/field.tsx'
import { Form } from '../../../forms/form.tsx'
import { FormField } from '../../../forms/form-field.tsx'
import { LeaveQuestion } from '../../../forms/leave-question.tsx'
import { Legend, RadioCard } from '../../../forms/radio-card.tsx'
import { useDebouncedValue } from '../../../forms/use-debounced-value.ts'
import { fieldText } from '../../../i18n/error-text.ts'
import { type Formats, useFormats } from '../../../i18n/formats.ts'
import { type Text, useText } from '../../../i18n/text.ts'
import { useLeaving } from '../../../shell/leaving.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureNotice } from '../../../ui/failure.tsx'
import type { Setting } from '../setting/bucket-setting.tsx'
import { Conflicts, useConflicts } from './conflicts.tsx'

type Props = {
  bucket: string
  setting: Setting<LifecycleRule[]>
  /** The index of the rule to change; null: a new one. */
  at: number | null
  /** The initial folder of a new rule; '': all files. */
  folder?: string
  onClose: () => void
}

export function RuleForm({ bucket, setting, at, folder = '', onClose }: Props) {
  const { stored, busy, failure, save } = setting
  const t = useText()
  const id = useId()
  const conflictsAmong = useConflicts(bucket)
  const old = at === null ? null : stored[at]!
  const form = useForm<LifecycleForm>({
    resolver: valibotResolver(lifecycleForm),
    criteriaMode: 'all',
    defaultValues: lifecycleFormOf(old, folder),
  })
  const leaving = useLeaving(form.formState.isDirty && !busy)
  useEffect(() => {
    if (old?.current_days) form.setFocus('current_days.days', { shouldSelect: true })
    else form.setFocus('current_days.on')
  }, [form, old])
  const values = useWatch({ control: form.control }) as LifecycleForm
  const rule = v.is(lifecycleForm, values) ? lifecycleRuleOf(values) : null
  const place = at ?? stored.length
  const rulesWith = (changed: LifecycleForm): LifecycleRule[] => {
    const one = { id: old?.id ?? '', enabled: old?.enabled ?? true, others: [], ...lifecycleRuleOf(changed) }
    return stored.toSpliced(place, 1, one)
  }
  const conflicts = rule ? conflictsAmong(rulesWith(values)).filter(each => each.rule === place) : []
  return (
    <chakra.section
      aria-labelledby={id}
      borderWidth="1px"
      borderColor="accent"
      borderRadius="lg"
      p={{ base: '4', sm: '5' }}
    >
      <chakra.h3 id={id} textStyle="heading" fontSize="md" mb="4">
        {t(old ? 'lifecycle.editing' : 'lifecycle.new')}
      </chakra.h3>
      <FormProvider {...form}>
        <Form
          autoComplete="off"
          onSubmit={form.handleSubmit(changed =>
            old && !form.formState.isDirty ? onClose() : save(rulesWith(changed)),
          )}
        >
          <Where names={old !== null && lifecycleFormOf(old).where === 'names'} />
          <Does />
          {rule && <RulePreview bucket={bucket} rule={rule} />}
          <Conflicts conflicts={conflicts} />
          <FailureNotice failure={failure} />
          <chakra.div display="flex" flexWrap="wrap" gap="2">
            <Button type="submit" variant="main" loading={busy}>
              {t(old ? 'lifecycle.save' : 'lifecycle.add')}
            </Button>
            <Button disabled={busy} onClick={onClose}>
              {t('common.cancel')}
            </Button>
          </chakra.div>
        </Form>
      </FormProvider>
      <LeaveQuestion leaving={leaving} about="entered" />
    </chakra.section>
  )
}

/** `names`: whether the rule matches names by prefix, which the form does not offer for new rules. */
function Where({ names }: { names: boolean }) {
  const t = useText()
  const { register, control } = useFormContext<LifecycleForm>()
  const where = useWatch({ control, name: 'where' })
  const offered: LifecycleWhere[] = ['all', 'folder', ...(names ? (['names'] as const) : [])]
  return (
    <chakra.fieldset minW="0" maxW="prose">
      <Legend>{t('lifecycle.where')}</Legend>
      <chakra.div display="grid" gridTemplateColumns={{ base: '1fr', sm: 'repeat(2, 1fr)' }} gap="2">
        {offered.map(each => (
          <RadioCard key={each} value={each} label={t(`lifecycle.where.${each}`)} {...register('where')} />
        ))}
      </chakra.div>
      {where !== 'all' && (
        <chakra.div mt="3">
          <FormField
            name="prefix"
            label={t(where === 'folder' ? 'lifecycle.folder' : 'lifecycle.names')}
            autoFocus={!names}
            {...(where === 'folder' && { help: t('lifecycle.folder.help') })}
          />
        </chakra.div>
      )}
    </chakra.fieldset>
  )
}

function Does() {
  const t = useText()
  const id = useId()
  const { control, formState } = useFormContext<LifecycleForm>()
  const acts = useWatch({ control, name: lifecycleActs })
  const nothing = acts.some(({ on }) => on) ? undefined : fieldText(t, formState.errors.abort_days)
  return (
    <chakra.fieldset minW="0" aria-describedby={nothing && id}>
      <Legend>{t('lifecycle.does')}</Legend>
      <chakra.div display="flex" flexDirection="column" gap="3">
        {lifecycleActs.map(act => (
          <Act key={act} act={act} />
        ))}
      </chakra.div>
      <FieldError id={id} pt="1.5">
        {nothing}
      </FieldError>
    </chakra.fieldset>
  )
}

/** A checkbox and the days, as one sentence. */
function Act({ act }: { act: LifecycleAct }) {
  const t = useText()
  const id = useId()
  const { register, control, formState } = useFormContext<LifecycleForm>()
  const on = useWatch({ control, name: `${act}.on` })
  const error = fieldText(t, formState.errors[act]?.days)
  return (
    <div>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap="2.5" rowGap="1" minH="field">
        <Checkbox label={t(`lifecycle.${act}.before`)} {...register(`${act}.on`)} />
        {on && (
          <>
            <Input
              inputMode="numeric"
              width="88px"
              textAlign="end"
              aria-label={t(`lifecycle.${act}.days`)}
              aria-invalid={error ? true : undefined}
              aria-describedby={error && id}
              {...register(`${act}.days`)}
            />
            <span>{t(`lifecycle.${act}.after`)}</span>
          </>
        )}
      </chakra.div>
      <FieldError id={id} ps="7" pt="1">
        {error}
      </FieldError>
    </div>
  )
}

/** What the rule would delete today, counted once it has not changed for a while. */
function RulePreview({ bucket, rule }: { bucket: string; rule: LifecycleRuleDays }) {
  const t = useText()
  const format = useFormats()
  const settled = useDebouncedValue(JSON.stringify(rule), 500)
  const { data, isPending } = useQuery({
    queryKey: keyOf('/bucket/lifecycle/preview', { query: { bucket }, rule: settled }),
    queryFn: ({ signal }) =>
      dataOf(api.POST('/bucket/lifecycle/preview', { body: { bucket, rule: JSON.parse(settled) }, signal })),
    gcTime: 0,
    meta: { quiet: true },
  })
  return (
    <chakra.p role="status" maxW="prose" bg="bg.subtle" borderRadius="md" px="4" py="3" textStyle="small">
      {data
        ? previewText(t, format, data)
        : t(isPending ? 'lifecycle.preview.counting' : 'lifecycle.preview.failed')}
    </chakra.p>
  )
}

function previewText(t: Text, format: Formats, preview: LifecyclePreview): string {
  const found = (['current', 'previous', 'uploads'] as const).flatMap(part => {
    const { count, bytes } = preview[part] ?? { count: 0, bytes: 0 }
    return count === 0 ? [] : [t(`lifecycle.preview.${part}`, { count, size: format.bytes(bytes ?? 0) })]
  })
  const says =
    found.length === 0
      ? t('lifecycle.preview.nothing')
      : t('lifecycle.preview.says', { what: found.join(', ') })
  if (preview.complete) return says
  return `${says} ${t('lifecycle.preview.partly', { looked: format.number(preview.looked) })}`
}
