import { useController, useFormContext, useWatch } from 'react-hook-form'
import { dayOf } from '../../../../domain/expiry-day.ts'
import { nameOf } from '../../../../domain/object-key.ts'
import {
  type FileLockForm,
  fileLockForm,
  fileRetention,
  holds,
  lockModes,
  startsCompliance,
  wouldWeaken,
} from '../../../../domain/object-lock.ts'
import type { ObjectLock } from '../../../../openapi/schema.ts'
import { api } from '../../../api/client.ts'
import { result } from '../../../api/result.ts'
import { DateField } from '../../../forms/date-field.tsx'
import { FormDialog, useFormDialog } from '../../../forms/form-dialog.tsx'
import { FormCheckbox } from '../../../forms/form-field.tsx'
import { Choices, RadioCard } from '../../../forms/radio-card.tsx'
import { fieldText } from '../../../i18n/error-text.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useText } from '../../../i18n/text.ts'
import { showToast } from '../../../shell/toast.ts'
import { Notice } from '../../../ui/notice.tsx'
import { useSeenLock } from '../queries.ts'
import { lockLines } from './lock-text.ts'

type Props = { bucket: string; path: string; lock: ObjectLock; onClose: () => void }

/** Sets or changes the retention of the current version of a file. */
export default function LockDialog({ bucket, path, lock: opened, onClose }: Props) {
  const t = useText()
  const format = useFormats()
  const [lock, told] = useSeenLock(opened, { bucket, path })
  const retained = holds(lock, Date.now() / 1000)
  const form = useFormDialog({
    schema: fileLockForm(lock),
    defaultValues: {
      mode: retained ? (lock.mode ?? '') : '',
      day: retained ? dayOf(lock.until ?? 0) : '',
      confirm: false,
      weaken: false,
    } as FileLockForm,
    fields: { 'retention.until': 'day' },
    async send(values) {
      const bypass_governance = lock.mode === 'governance' && wouldWeaken(lock, values)
      const body = {
        bucket,
        path,
        revision: lock.revision,
        retention: fileRetention(values),
        bypass_governance,
      }
      return told(await result(api.PUT('/objects/retention', { body })))
    },
    onSent: () => showToast('fileLock.saved', { about: nameOf(path) }),
    onClose: () => onClose(),
  })
  return (
    <FormDialog
      form={form}
      title={t('fileLock.dialogTitle', { name: nameOf(path) })}
      lead={lockLines(t, format, lock).join(' ')}
      action={t('fileLock.dialogDo')}
    >
      <LockFields lock={lock} />
    </FormDialog>
  )
}

function LockFields({ lock }: { lock: ObjectLock }) {
  const t = useText()
  const { register, formState, control } = useFormContext<FileLockForm>()
  const { field, fieldState } = useController<FileLockForm, 'day'>({ name: 'day' })
  const [mode, day] = useWatch({ control, name: ['mode', 'day'] })
  const isWeaker = wouldWeaken(lock, { mode, day })
  return (
    <>
      <Choices legend={t('lock.mode')} error={formState.errors.mode}>
        {lockModes.map(each => (
          <RadioCard
            key={each}
            value={each}
            label={t(`lock.mode.${each}`)}
            lead={t(`lock.mode.${each}.lead`)}
            {...register('mode')}
          />
        ))}
      </Choices>
      <DateField
        label={t('fileLock.lastDay')}
        help={t('fileLock.lastDayHelp')}
        min={dayOf(Date.now() / 1000)}
        error={fieldText(t, fieldState.error)}
        ref={field.ref}
        onBlur={field.onBlur}
        value={field.value}
        onValue={field.onChange}
      />
      {startsCompliance(lock, mode) && <FormCheckbox name="confirm" label={t('lock.confirm.compliance')} />}
      {isWeaker && lock.mode === 'governance' && <FormCheckbox name="weaken" label={t('fileLock.weaken')} />}
      {isWeaker && lock.mode === 'compliance' && (
        <Notice severity="warning">{t('fileLock.complianceStays')}</Notice>
      )}
    </>
  )
}
