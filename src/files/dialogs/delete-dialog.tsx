import { chakra } from '@chakra-ui/react'
import { useRef } from 'react'
import { deletedKeys } from '../../../domain/object-key.ts'
import { mayCall } from '../../../domain/permissions.ts'
import type { ObjectItem } from '../../../openapi/schema.ts'
import { api } from '../../api/client.ts'
import { result } from '../../api/result.ts'
import { useVersioning } from '../../buckets/queries.ts'
import { ActDialog } from '../../forms/act-dialog.tsx'
import { useFormats } from '../../i18n/formats.ts'
import { type Text, useText } from '../../i18n/text.ts'
import { followJob } from '../../jobs/followed-jobs.ts'
import { undoButton } from '../../jobs/undo-toast.ts'
import { useUser } from '../../session/flow.ts'
import { readSizes } from '../../session/sizes.ts'
import { showToast } from '../../shell/toast.ts'
import { NameList } from '../../ui/name-text.tsx'
import { isOwn } from '../file-rights.ts'
import { nameOfItem } from '../item-parts.tsx'
import { type Part, useEachPart } from '../parts.ts'
import { useFolderCount } from './use-folder-count.ts'

type Props = {
  parts: readonly Part[]
  onDeleted: (keys: ReadonlySet<string>, bucket: string) => void
  onClose: () => void
}

/** Shows what will be deleted. A few items of a bucket are deleted directly, many by a job. */
export default function DeleteDialog({ parts, onDeleted, onClose }: Props) {
  const t = useText()
  const { id: userId } = useUser()
  const items = parts.flatMap(part => part.items)
  const versioned = useVersioning(parts[0]!.bucket) === 'enabled'
  const { bytes } = useFormats()
  const what = contentsText(t, items, bytes)
  const name = items[0] ? nameOfItem(t, items[0]) : ''
  const failures = useRef(0)
  const send = useEachPart(parts, async ({ bucket, items }) => {
    const objects = items.filter(isOwn).map(({ key }) => key)
    const keys = items.filter(item => !isOwn(item)).map(({ key }) => key)
    const body = { bucket, keys, ...(objects.length > 0 && { objects }) }
    const outcome = await result(api.DELETE('/objects/delete/many', { body }))
    if (!outcome.ok) return outcome
    const { job, failed } = outcome.data
    if (job) followJob(userId, job.id)
    else {
      failures.current += failed.length
      void readSizes()
      onDeleted(deletedKeys(items, failed), bucket)
    }
    return outcome
  })
  const lead =
    parts.length > 1 ? 'results.deleteLead' : versioned ? 'files.deleteKeptLead' : 'files.deleteLead'
  return (
    <ActDialog
      danger
      title={t('files.deleteTitle', { count: items.length, name })}
      lead={t(lead, { what, count: parts.length })}
      action={t('files.delete')}
      send={send}
      onSent={({ job, undo }) => {
        const { current: count } = failures
        if (count > 0) showToast('files.deleteFailed', { values: { count }, severity: 'error' })
        else if (!job) {
          const about = items.length === 1 ? name : t('files.items', { count: items.length })
          // The toast offers the act of one bucket.
          showToast('files.deleted', { about, ...undoButton(userId, parts.length === 1 ? undo : undefined) })
        }
      }}
      onClose={onClose}
    >
      {items.length > 1 && <NameList names={items.map(item => item.name || nameOfItem(t, item))} />}
      {items.some(isOwn) && items.length === 1 && <p>{t('files.deleteOwn')}</p>}
      {parts
        .filter(({ items }) => items.some(({ type }) => type === 'folder'))
        .map(part => (
          <TotalCount key={part.bucket} {...part} />
        ))}
    </ActDialog>
  )
}

const initialCount = { files: 0, bytes: 0, state: 'counting' } as const

/** The total number and size of files and folders, including the files in these. */
function TotalCount({ bucket, items }: Part) {
  const t = useText()
  const user = useUser()
  const { bytes } = useFormats()
  const folders = items.filter(item => item.type === 'folder')
  const mayCount = mayCall(user, 'countObjects')
  // biome-ignore lint/plugin: a total that is not whole is left out
  const { data = initialCount, isError } = useFolderCount(
    bucket,
    folders.map(({ key }) => key),
  )
  if (!mayCount || isError) return null
  const { files: folderFiles, bytes: folderBytes, state } = data
  const files = items.length - folders.length + folderFiles
  const size = bytes(sizeOf(items) + folderBytes)
  return (
    <chakra.p role="status" aria-busy={state === 'counting'} fontVariantNumeric="tabular-nums">
      {t('files.deleteInAll', { state, count: files, size })}
    </chakra.p>
  )
}

const sizeOf = (items: readonly ObjectItem[]) => items.reduce((sum, { size }) => sum + (size ?? 0), 0)

function contentsText(t: Text, items: readonly ObjectItem[], bytes: (size: number) => string): string {
  const folders = items.filter(item => item.type === 'folder').length
  const files = items.length - folders
  if (folders === 0) return t('files.deleteSized', { count: files, size: bytes(sizeOf(items)) })
  const filesText = t('files.deleteFiles', { count: files })
  const foldersText = t('files.deleteFolders', { count: folders })
  return files === 0 ? foldersText : t('files.deleteBoth', { files: filesText, folders: foldersText })
}
