import { memo } from 'react'
import { nameOf } from '../../../domain/object-key.ts'
import type { RowStatus } from '../../../machines/upload-queue/row-state.ts'
import { actionsOf, shownStatus } from '../../../machines/upload-queue/selectors.ts'
import type { UploadRow as Row } from '../../../machines/upload-queue/types.ts'
import { useFormats } from '../../i18n/formats.ts'
import { type Text, useText } from '../../i18n/text.ts'
import { uploadEvents } from '../queue/uploads.ts'
import { LineActions, ListLine } from './list-line.tsx'
import { reasonMessage } from './reason-message.ts'

type Props = {
  row: Row
  allPaused: boolean
  /** Continues a row whose file has to be picked again. */
  onNeedsFile: (row: Row) => void
  /** The place or folder of the line above. */
  within: string
  inFolder?: boolean
  /** False where a line above shows why the row failed. */
  saysReason?: boolean
}

export const UploadRow = memo(function UploadRow({
  row,
  allPaused,
  onNeedsFile,
  within,
  inFolder = false,
  saysReason = true,
}: Props) {
  const t = useText()
  const { bytes } = useFormats()
  const { bucket, key, file, sent } = row
  const status = shownStatus(row, allPaused)
  const name = nameOf(key)
  const showsProgress = status === 'uploading' || status === 'pausing' || (status === 'paused' && sent > 0)
  const percent = file.size > 0 ? (sent / file.size) * 100 : 0
  return (
    <ListLine
      name={name}
      path={`${bucket}/${key}`.slice(within.length + 1, -name.length)}
      status={status}
      reason={row.reason ?? undefined}
      progress={showsProgress ? percent : null}
      says={statusText(t, bytes, row, status, saysReason)}
      inFolder={inFolder}
    >
      <RowActions row={row} name={name} allPaused={allPaused} onNeedsFile={onNeedsFile} />
    </ListLine>
  )
})

function statusText(
  t: Text,
  bytes: (bytes: number) => string,
  { reason, sent, file }: Row,
  status: RowStatus,
  saysReason: boolean,
) {
  const values = { sent: bytes(sent), size: bytes(file.size), name: file.name }
  if (!reason || !saysReason) return { text: t(`uploads.status.${status}`, values), tone: 'muted' } as const
  const tone = status === 'failed' ? 'danger' : 'warning'
  return { text: t(reasonMessage(reason), values), tone } as const
}

type ActionsProps = Pick<Props, 'row' | 'allPaused' | 'onNeedsFile'> & { name: string }

function RowActions({ row, name, allPaused, onNeedsFile }: ActionsProps) {
  const can = actionsOf(row, allPaused)
  return (
    <LineActions
      name={name}
      can={{ ...can, remove: can.remove && row.state !== 'completed' }}
      onStep={(step, event) => {
        // Once for a double click: the row of another file has moved under the pointer by then.
        if ((step === 'cancel' || step === 'remove') && event.detail > 1) return
        if (step === 'continue' && can.needsFile) onNeedsFile(row)
        else uploadEvents[step](row.id)
      }}
    />
  )
}
