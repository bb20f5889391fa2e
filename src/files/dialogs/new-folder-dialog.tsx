import { folderNameIssue, newFolderIssue } from '../../../domain/object-key.ts'
import * as v from '../../../domain/valibot.ts'
import type { ObjectItem } from '../../../openapi/schema.ts'
import { api } from '../../api/client.ts'
import { result } from '../../api/result.ts'
import type { Place } from '../../buckets/addresses.ts'
import { FormDialog, useFormDialog } from '../../forms/form-dialog.tsx'
import { FormField } from '../../forms/form-field.tsx'
import { useText } from '../../i18n/text.ts'
import { showToast } from '../../shell/toast.ts'

type Props = {
  place: Place
  /** Display name of the parent folder. */
  parent: string
  isTaken: (name: string) => boolean
  onCreated: (folder: ObjectItem) => void
  onClose: () => void
}

const schemaOf = ({ prefix }: Place, isTaken: (name: string) => boolean) =>
  v.object({
    name: v.pipe(
      v.string(),
      v.trim(),
      v.normalize('NFC'),
      v.issueOf(
        name =>
          folderNameIssue(name) ??
          newFolderIssue(`${prefix}${name}/`) ??
          (isTaken(`${name}/`) ? 'folder-exists' : null),
      ),
    ),
  })

export default function NewFolderDialog({ place, parent, isTaken, onCreated, onClose }: Props) {
  const t = useText()
  const form = useFormDialog({
    schema: schemaOf(place, isTaken),
    defaultValues: { name: '' },
    send: ({ name }) =>
      result(
        api.POST('/objects/create-folder', {
          body: { bucket: place.bucket, folder: `${place.prefix}${name}/` },
        }),
      ),
    onSent(folder, { name }) {
      onCreated(folder)
      showToast('files.created', { about: name })
    },
    onClose: () => onClose(),
  })
  return (
    <FormDialog
      form={form}
      title={t('files.newTitle')}
      lead={t('files.inFolder', { name: parent })}
      action={t('common.create')}
    >
      <FormField
        name="name"
        label={t('files.folderName')}
        data-autofocus
        autoComplete="off"
        spellCheck={false}
      />
    </FormDialog>
  )
}
