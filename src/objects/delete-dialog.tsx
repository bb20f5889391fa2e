import { useRef, useState } from 'react'
import type { Failure } from '../../machines/failure.ts'
import type { ObjectItem } from '../../openapi/schema.ts'
import { useClosing } from '../forms/use-closing.ts'
import { type Text, useText } from '../i18n/text.ts'
import { readSizes } from '../session/sizes.ts'
import { showToast } from '../shell/shell.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { NameList } from '../ui/name-list.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { type DeletionProgress, deleteItems } from './deletion.ts'

type Props = {
  bucket: string
  items: readonly ObjectItem[]
  onDeleted: (keys: ReadonlySet<string>) => void
  onClose: () => void
}

const begun: DeletionProgress = { deleted: 0, failed: 0, gone: new Set() }

/** Says exactly what would go, then deletes it and tells how far it is. */
export default function DeleteDialog({ bucket, items, onDeleted, onClose }: Props) {
  const t = useText()
  const { open, close, onExited } = useClosing(onClose)
  const [progress, setProgress] = useState<DeletionProgress | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const stopping = useRef(new AbortController())
  const running = progress !== null && failure === null

  async function run() {
    stopping.current = new AbortController()
    setFailure(null)
    setProgress(begun)
    let last = begun
    const failed = await deleteItems(bucket, items, stopping.current.signal, now => {
      last = now
      setProgress(now)
      onDeleted(now.gone)
    })
    readSizes()
    if (failed) return setFailure(failed)
    close()
    if (last.failed > 0) {
      showToast('files.deleteFailed', { values: { count: last.failed }, severity: 'error' })
    } else if (last.gone.size === items.length)
      showToast('files.deleted', { about: t('files.items', { count: items.length }) })
  }

  return (
    <Dialog
      open={open}
      onExited={onExited}
      role="alertdialog"
      title={t('files.deleteTitle', { count: items.length, name: items[0]?.name ?? '' })}
      lead={t('files.deleteLead', { what: contentsText(t, items) })}
      onClose={running ? undefined : close}
      footer={
        <>
          <Button data-autofocus onClick={() => (running ? stopping.current.abort() : close())}>
            {t(running ? 'files.stop' : 'common.cancel')}
          </Button>
          <Button variant="danger" loading={running} onClick={run}>
            {t(failure ? 'common.retry' : 'files.delete')}
          </Button>
        </>
      }
    >
      {items.length > 1 && !running && <NameList names={items.map(item => item.name)} />}
      {running && (
        <div role="status">
          <ProgressBar
            label={t('files.deleting', { count: progress.deleted })}
            percent={
              items.every(item => item.type === 'file') ? (progress.deleted / items.length) * 100 : null
            }
            tone="danger"
          />
          {t('files.deleting', { count: progress.deleted })}
        </div>
      )}
      <FailureNotice failure={failure} />
    </Dialog>
  )
}

function contentsText(t: Text, items: readonly ObjectItem[]): string {
  const folders = items.filter(item => item.type === 'folder').length
  const files = items.length - folders
  const filesText = t('files.deleteFiles', { count: files })
  const foldersText = t('files.deleteFolders', { count: folders })
  if (folders === 0) return filesText
  return files === 0 ? foldersText : t('files.deleteBoth', { files: filesText, folders: foldersText })
}
