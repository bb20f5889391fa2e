import { useRef } from 'react'
import { renamed } from '../../domain/copy-target.ts'
import { folderNameIssue, keyIssue } from '../../domain/object-key.ts'
import * as v from '../../domain/valibot.ts'
import type { ObjectItem } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'
import type { Place } from '../buckets/folder-address.ts'
import { FormDialog, useFormDialog } from '../forms/form-dialog.tsx'
import { FormField } from '../forms/form-field.tsx'
import { useText } from '../i18n/text.ts'
import { followJob } from '../jobs/followed.ts'
import { useUser } from '../session/provider.ts'
import { showToast } from '../shell/shell.ts'

const fields = { TARGET_EXISTS: 'name', KEY_TOO_LONG: 'name', TARGET_INSIDE_SOURCE: 'name' } as const

type Props = {
  place: Place
  item: ObjectItem
  isTaken: (name: string) => boolean
  onRenamed: (item: ObjectItem) => void
  onClose: () => void
}

const schemaOf = (item: ObjectItem, isTaken: (name: string) => boolean) =>
  v.object({
    name: v.pipe(
      v.string(),
      v.trim(),
      v.normalize('NFC'),
      v.issueOf(name => {
        const target = renamed({ key: item.key, name })
        if (target === item.key) return null
        const nameInList = item.type === 'folder' ? `${name}/` : name
        return folderNameIssue(name) ?? keyIssue(target) ?? (isTaken(nameInList) ? 'TARGET_EXISTS' : null)
      }),
    ),
  })

/** Gives a file another name at once, a folder by a job. */
export default function RenameDialog({ place: { bucket }, item, isTaken, onRenamed, onClose }: Props) {
  const t = useText()
  const { username } = useUser()
  const { key, type } = item
  const seen = useRef(false)
  const now = item.name.replace(/\/$/, '')
  const form = useFormDialog({
    schema: schemaOf(item, isTaken),
    defaultValues: { name: now },
    fields,
    send: async ({ name }) =>
      renamed({ key, name }) === key
        ? { ok: true, data: { key: null, job: null } }
        : result(api.PUT('/objects/rename', { body: { bucket, key, name } })),
    onSent(answer, { name }) {
      if (answer.job) followJob(username, answer.job.id)
      else if (answer.key) {
        onRenamed({ ...item, key: answer.key, name })
        showToast('files.renamed', { about: name })
      }
    },
    onClose: () => onClose(),
  })
  /** Once, after the dialog has selected all of it: the name without its extension. */
  function selectStem(input: HTMLInputElement) {
    if (seen.current || type === 'folder') return
    seen.current = true
    const end = now.lastIndexOf('.')
    if (end > 0) queueMicrotask(() => input.setSelectionRange(0, end))
  }
  return (
    <FormDialog
      form={form}
      title={t('files.renameTitle', { name: now })}
      lead={type === 'folder' ? t('files.renameFolderLead') : null}
      action={t('files.rename')}
    >
      <FormField
        name="name"
        label={t('files.newName')}
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        onFocus={({ currentTarget }) => selectStem(currentTarget)}
      />
    </FormDialog>
  )
}
