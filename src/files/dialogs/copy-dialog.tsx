import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { copyIssue } from '../../../domain/copy-issue.ts'
import { targetAt } from '../../../domain/copy-target.ts'
import * as v from '../../../domain/valibot.ts'
import { selectPath } from '../../../machines/picker/selectors.ts'
import type { ObjectItem } from '../../../openapi/schema.ts'
import { api } from '../../api/client.ts'
import { result } from '../../api/result.ts'
import type { Place } from '../../buckets/folder-address.ts'
import { FormDialog, useFormDialog } from '../../forms/form-dialog.tsx'
import { SelectField } from '../../forms/select-field.tsx'
import { fieldText } from '../../i18n/error-text.ts'
import { useText } from '../../i18n/text.ts'
import { followJob } from '../../jobs/followed-jobs.ts'
import { usePicker, usePickerEvents } from '../../picker/flow.ts'
import { PathPicker } from '../../picker/path-picker.tsx'
import { useUser } from '../../session/flow.ts'
import { queryClient } from '../../session/query-client.ts'
import { showToast } from '../../shell/toast.ts'

const existing = ['keep-both', 'replace', 'skip'] as const
const fields = {
  TARGET_BUCKET_NOT_FOUND: 'to',
  TARGET_INSIDE_SOURCE: 'to',
  KEY_TOO_LONG: 'to',
  target_bucket: 'to',
  target_folder: 'to',
} as const

type Props = {
  place: Place
  act: 'copy' | 'move'
  items: readonly ObjectItem[]
  onClose: () => void
}

/** Copies or moves files and folders to a folder of any bucket: a single file directly, anything else by a job. */
export default function CopyDialog({ place: { bucket, prefix }, act, items, onClose }: Props) {
  const t = useText()
  const { id: userId, scope } = useUser()
  const isMove = act === 'move'
  const keys = items.map(({ key }) => key)
  const form = useFormDialog({
    schema: v.object({
      to: v.pipe(
        v.string(),
        v.issueOf(path => copyIssue({ scope, bucket, keys, removes: isMove }, path)),
      ),
      existing: v.picklist(existing, 'required'),
    }),
    defaultValues: { to: `${bucket}/${prefix}`, existing: 'keep-both' },
    fields,
    send({ to, existing }) {
      const target = targetAt(to)
      if (!target) return Promise.resolve(null)
      const body = { bucket, keys, ...target, existing }
      return result(isMove ? api.PUT('/objects/move', { body }) : api.PUT('/objects/copy', { body }))
    },
    onSent({ key, job }) {
      if (job) return followJob(userId, job.id)
      void queryClient.invalidateQueries()
      if (key === null) showToast('files.copySkipped', { severity: 'info' })
      else showToast(isMove ? 'files.moved' : 'files.copied', { about: key })
    },
    onClose: () => onClose(),
  })
  const values = { count: items.length, name: (items[0]?.name ?? '').replace(/\/$/, '') }
  return (
    <FormDialog
      form={form}
      title={t(isMove ? 'files.moveTitle' : 'files.copyTitle', values)}
      lead={t('files.copyLead')}
      action={t(isMove ? 'files.move' : 'files.copy')}
    >
      <TargetField />
      <SelectField label={t('files.existing')} {...form.methods.register('existing')}>
        {existing.map(each => (
          <option key={each} value={each}>
            {t(`files.existing.${each}`, { act })}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  )
}

/** The target path in all buckets, with the list of folders open. */
function TargetField() {
  const t = useText()
  const { register, setValue, getValues, formState } = useFormContext<{ to: string }>()
  const { isSubmitted, errors } = formState
  const picker = usePicker({ bucket: null, wanted: 'folder', path: getValues('to') })
  const { open } = usePickerEvents(picker)
  const path = useSelector(picker, selectPath)
  // biome-ignore lint/correctness/useExhaustiveDependencies: to validate once more when it is sent would take back what the server says of the path
  useEffect(() => setValue('to', path, { shouldValidate: isSubmitted }), [setValue, path])
  useEffect(() => open(), [open])
  return (
    <PathPicker
      flow={picker}
      label={t('files.target')}
      placeholder={t('files.targetHint')}
      error={fieldText(t, errors.to)}
      ref={register('to').ref}
    />
  )
}
