import { chakra } from '@chakra-ui/react'
import { CircleCheck, FileInput, Pause, Play, RotateCw, X } from 'lucide-react'
import { memo } from 'react'
import { nameOf } from '../../../domain/object-key.ts'
import { actionsOf, shownStatus } from '../../../machines/upload-queue/selectors.ts'
import type { UploadRow as Row } from '../../../machines/upload-queue/types.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/text.ts'
import { FileIcon } from '../../ui/file-icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { MiddleName } from '../../ui/middle-name.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { uploadEvents } from '../queue/uploads.ts'
import { reasonMessage } from './reason-message.ts'

type Props = {
  row: Row
  allPaused: boolean
  /** Continues a row whose file has to be picked again. */
  onNeedsFile: (row: Row) => void
}

export const UploadRow = memo(function UploadRow({ row, allPaused, onNeedsFile }: Props) {
  const status = shownStatus(row, allPaused)
  const showsProgress =
    status === 'uploading' || status === 'pausing' || (status === 'paused' && row.sent > 0)
  const name = nameOf(row.key)
  const t = useText()
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns="20px minmax(0, 1fr) auto"
      columnGap="3"
      alignItems="center"
      h="full"
      ps="4"
      pe="2"
      data-status={status}
      data-reason={row.reason ?? undefined}
    >
      <chakra.span color={status === 'completed' ? 'fg.success' : 'fg.subtle'} _icon={{ boxSize: '20px' }}>
        {status === 'completed' ? (
          <CircleCheck aria-hidden="true" strokeWidth={1.75} />
        ) : (
          <FileIcon name={name} />
        )}
      </chakra.span>
      <chakra.div minW="0" display="flex" flexDirection="column" gap="0.5">
        <chakra.span
          display="flex"
          minW="0"
          textStyle="small"
          color={status === 'cancelled' ? 'fg.muted' : 'fg'}
        >
          <MiddleName name={name} />
        </chakra.span>
        <chakra.span display="flex" minW="0" textStyle="caption" color="fg.muted">
          <MiddleName name={placeOf(row)} />
        </chakra.span>
        {showsProgress && (
          <ProgressBar
            label={t('uploads.progressOf', { name })}
            percent={row.file.size > 0 ? (row.sent / row.file.size) * 100 : 0}
            tone={status === 'uploading' ? 'accent' : 'muted'}
            height="3px"
          />
        )}
        <RowStatus row={row} status={status} />
      </chakra.div>
      <RowActions row={row} name={name} allPaused={allPaused} onNeedsFile={onNeedsFile} />
    </chakra.div>
  )
})

/** The target folder with its bucket: files of several folders may have the same name. */
function placeOf({ bucket, key }: Row): string {
  return `${bucket}/${key}`.slice(0, -nameOf(key).length - 1)
}

function RowStatus({ row, status }: { row: Row; status: Row['status'] }) {
  const t = useText()
  const { bytes } = useFormats()
  const values = { sent: bytes(row.sent), size: bytes(row.file.size) }
  const text = row.reason ? t(reasonMessage(row.reason), values) : t(`uploads.status.${status}`, values)
  const color = !row.reason ? 'fg.muted' : status === 'failed' ? 'fg.danger' : 'fg.warning'
  return (
    <chakra.span
      textStyle="caption"
      color={color}
      fontVariantNumeric="tabular-nums"
      overflow="hidden"
      title={row.reason ? text : undefined}
      lineClamp={row.reason ? 2 : 1}
    >
      {text}
    </chakra.span>
  )
}

function RowActions({ row, name, allPaused, onNeedsFile }: Props & { name: string }) {
  const t = useText()
  const can = actionsOf(row, allPaused)
  return (
    <chakra.div display="flex">
      {can.pause && (
        <IconButton size="sm" label={t('uploads.pause', { name })} onClick={() => uploadEvents.pause(row.id)}>
          <Pause />
        </IconButton>
      )}
      {can.continue && (
        <IconButton
          size="sm"
          label={t('uploads.continue', { name })}
          onClick={() => (can.needsFile ? onNeedsFile(row) : uploadEvents.continue(row.id))}
        >
          {can.needsFile ? <FileInput /> : <Play />}
        </IconButton>
      )}
      {can.retry && (
        <IconButton size="sm" label={t('uploads.retry', { name })} onClick={() => uploadEvents.retry(row.id)}>
          <RotateCw />
        </IconButton>
      )}
      {can.cancel && (
        <IconButton
          size="sm"
          label={t('uploads.cancel', { name })}
          onClick={() => uploadEvents.cancel(row.id)}
        >
          <X />
        </IconButton>
      )}
      {can.remove && row.status !== 'completed' && (
        <IconButton
          size="sm"
          label={t('uploads.remove', { name })}
          onClick={() => uploadEvents.remove(row.id)}
        >
          <X />
        </IconButton>
      )}
    </chakra.div>
  )
}
