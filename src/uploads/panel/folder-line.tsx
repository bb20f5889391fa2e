import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { nameOf } from '../../../domain/object-key.ts'
import { type Folder, folderActions, sharedReason, statusOf } from '../../../machines/upload-queue/folders.ts'
import { byStatus } from '../../../machines/upload-queue/row-state.ts'
import { useFormats } from '../../i18n/formats.ts'
import { type Text, useText } from '../../i18n/text.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { uploadEvents } from '../queue/uploads.ts'
import { LineActions, ListLine } from './list-line.tsx'
import { reasonMessage } from './reason-message.ts'

type Props = {
  folder: Folder
  /** Not all of its files are known. */
  growing: boolean
  allPaused: boolean
  open: boolean
  onToggle: () => void
}

/** All files of a folder that was added. */
export function FolderLine({ folder, growing, allPaused, open, onToggle }: Props) {
  const t = useText()
  const formats = useFormats()
  const name = nameOf(folder.id)
  const { unfinished } = byStatus(folder.counts)
  const percent = folder.size > 0 ? (folder.sent / folder.size) * 100 : 0
  const status = statusOf(folder, allPaused, growing)
  const says = statusText(t, formats, folder, { status, growing })
  const toggle = t(open ? 'uploads.hideFiles' : 'uploads.showFiles', { name })
  return (
    <ListLine
      name={`${name}/`}
      detail={says.tone === 'muted' ? undefined : progressText(t, formats, folder)}
      status={status}
      progress={unfinished > 0 ? percent : null}
      says={says}
    >
      <IconButton size="sm" label={toggle} aria-expanded={open} onClick={onToggle}>
        {open ? <ChevronDown /> : <ChevronRight />}
      </IconButton>
      <FolderActions folder={folder} name={name} allPaused={allPaused} />
    </ListLine>
  )
}

type Formats = Pick<ReturnType<typeof useFormats>, 'bytes' | 'number'>

function progressText(t: Text, { bytes, number }: Formats, folder: Folder): string {
  const { completed, total } = byStatus(folder.counts)
  const counts = t('uploads.counts', { completed: number(completed), total: number(total) })
  const sizes = t('uploads.bytes', { sent: bytes(folder.sent), size: bytes(folder.size) })
  return folder.size > 0 ? `${counts} · ${sizes}` : counts
}

function statusText(
  t: Text,
  formats: Formats,
  folder: Folder,
  { status, growing }: { status: ReturnType<typeof statusOf>; growing: boolean },
) {
  const { completed, failed, total } = byStatus(folder.counts)
  const progress = progressText(t, formats, folder)
  switch (status) {
    case 'failed':
      return { text: failureText(t, folder, failed), tone: 'danger' } as const
    case 'missing':
      return {
        text: t('uploads.missing', { count: folder.counts.interrupted }),
        tone: 'warning',
      } as const
    case 'uploading': {
      const soFar = { completed: formats.number(completed), total: formats.number(total) }
      return { text: growing ? t('uploads.countsSoFar', soFar) : progress, tone: 'muted' } as const
    }
    case 'completed':
      return {
        text: `${t('uploads.folder.uploaded', { count: completed })} · ${formats.bytes(folder.size)}`,
        tone: 'muted',
      } as const
    case 'cancelled':
      return { text: t('uploads.status.cancelled'), tone: 'muted' } as const
    default:
      return { text: `${t(`uploads.folder.${status}`)} · ${progress}`, tone: 'muted' } as const
  }
}

/** The reason, if all share it. */
function failureText(t: Text, folder: Folder, failed: number): string {
  const reason = sharedReason(folder)
  if (reason === null) return t('uploads.failed', { failed })
  return t('uploads.filesFailed', { count: failed, reason: t(reasonMessage(reason)) })
}

type ActionsProps = { folder: Folder; name: string; allPaused: boolean }

function FolderActions({ folder, name, allPaused }: ActionsProps) {
  const t = useText()
  const [confirming, setConfirming] = useState(false)
  const can = folderActions(folder, allPaused)
  const step = (step: Parameters<typeof uploadEvents.stepFolder>[1]) =>
    uploadEvents.stepFolder(folder.id, step)
  return (
    <>
      <LineActions
        name={name}
        can={can}
        onStep={each => (each === 'cancel' ? setConfirming(true) : step(each))}
      />
      <ConfirmDialog
        open={confirming}
        danger
        title={t('uploads.cancelFolderTitle', { name })}
        lead={t('uploads.cancelAllLead', { count: byStatus(folder.counts).unfinished })}
        action={t('uploads.cancelFolder')}
        dismiss={t('uploads.keepUploading')}
        onClose={() => setConfirming(false)}
        onConfirm={() => {
          setConfirming(false)
          step('cancel')
        }}
      />
    </>
  )
}
