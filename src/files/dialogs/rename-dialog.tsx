import { useRef, useState } from 'react'
import { renamed } from '../../../domain/copy-target.ts'
import { folderNameIssue, keyIssue } from '../../../domain/object-key.ts'
import * as v from '../../../domain/valibot.ts'
import type { ObjectItem, operations } from '../../../openapi/schema.ts'
import { api } from '../../api/client.ts'
import { result } from '../../api/result.ts'
import { serverSeconds } from '../../api/server-clock.ts'
import { FormDialog, useFormDialog } from '../../forms/form-dialog.tsx'
import { FormField } from '../../forms/form-field.tsx'
import { useText } from '../../i18n/text.ts'
import { followJob } from '../../jobs/followed-jobs.ts'
import { undoButton } from '../../jobs/undo-toast.ts'
import { useUser } from '../../session/flow.ts'
import { showToast } from '../../shell/toast.ts'
import { usePhone } from '../../ui/use-width.ts'
import { nameElement } from '../item-parts.tsx'

const fields = { TARGET_EXISTS: 'name', KEY_TOO_LONG: 'name', TARGET_INSIDE_SOURCE: 'name' } as const

type Renamed = operations['renameObject']['responses'][200]['content']['application/json']

type Props = {
  bucket: string
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

/** Renames a file directly, a folder by a job: in place, on a phone in a sheet. */
export default function RenameDialog({ bucket, item, isTaken, onRenamed, onClose }: Props) {
  const t = useText()
  const { id: userId } = useUser()
  const { key, type } = item
  const phone = usePhone()
  const [over] = useState(() => (phone ? null : (nameElement(key)?.getBoundingClientRect() ?? null)))
  const stemSelected = useRef(false)
  const currentName = item.name.replace(/\/$/, '')
  const form = useFormDialog({
    schema: schemaOf(item, isTaken),
    defaultValues: { name: currentName },
    fields,
    send: async ({ name }) =>
      renamed({ key, name }) === key
        ? { ok: true, data: { key: null, job: null } as Renamed }
        : result(api.PUT('/objects/rename', { body: { bucket, key, name } })),
    onSent(answer, { name }) {
      if (answer.job) followJob(userId, answer.job.id)
      else if (answer.key) {
        onRenamed({ ...item, key: answer.key, name, last_modified: serverSeconds() })
        showToast('files.renamed', { about: name, ...undoButton(userId, answer.undo) })
      }
    },
    onClose: () => onClose(),
  })
  /** Selects the name without its extension, once, after the dialog has selected all of it. */
  function selectStem(input: HTMLInputElement) {
    if (stemSelected.current || type === 'folder') return
    stemSelected.current = true
    const end = currentName.lastIndexOf('.')
    if (end > 0) queueMicrotask(() => input.setSelectionRange(0, end))
  }
  return (
    <FormDialog
      form={form}
      title={t('files.renameTitle', { name: currentName })}
      lead={null}
      over={over}
      action={t('files.rename')}
    >
      <FormField
        name="name"
        label={t('files.newName')}
        help={type === 'folder' ? t('files.renameFolderLead') : null}
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        onFocus={({ currentTarget }) => selectStem(currentTarget)}
      />
    </FormDialog>
  )
}
