import { chakra } from '@chakra-ui/react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { selectAllPaused } from '../../../machines/upload-queue/selectors.ts'
import type { UploadRow as Row } from '../../../machines/upload-queue/types.ts'
import { useText } from '../../i18n/text.ts'
import { uploadEvents } from '../queue/uploads.ts'
import { allowedFiles } from '../store/choose-again.ts'
import { type RowFilter, rowOrder } from './row-order.ts'
import { UploadRow } from './upload-row.tsx'
import { useListedUploads } from './use-uploads.ts'

const rowHeight = 80

export function UploadList({ filter, height }: { filter: RowFilter; height: string }) {
  const t = useText()
  const order = useListedUploads(({ context }) => rowOrder(context, filter))
  const allPaused = useListedUploads(selectAllPaused)
  const scroller = useRef<HTMLDivElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const pendingRow = useRef<Row | null>(null)
  const virtualizer = useVirtualizer({
    count: order.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 4,
  })

  async function provideFile(row: Row) {
    if (row.reason === 'PERMISSION_NEEDED') {
      const files = await allowedFiles([row])
      if (files.size > 0) return uploadEvents.filesChosen(files)
    }
    pendingRow.current = row
    picker.current?.click()
  }

  return (
    <chakra.div
      ref={scroller}
      overflowY="auto"
      overscrollBehavior="contain"
      style={{ maxHeight: height }}
      tabIndex={0}
      role="region"
      aria-label={t('uploads.list')}
    >
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={t('uploads.chooseFile')}
        onChange={event => {
          const [file] = event.target.files ?? []
          if (file && pendingRow.current) uploadEvents.continue(pendingRow.current.id, file)
          event.target.value = ''
        }}
      />
      <chakra.ul position="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(item => {
          const row = order.at(item.index)
          return (
            row && (
              <chakra.li
                key={row.id}
                position="absolute"
                insetInline="0"
                top="0"
                borderBottomWidth="1px"
                aria-setsize={order.length}
                aria-posinset={item.index + 1}
                style={{ height: rowHeight, transform: `translateY(${item.start}px)` }}
              >
                <UploadRow row={row} allPaused={allPaused} onNeedsFile={provideFile} />
              </chakra.li>
            )
          )
        })}
      </chakra.ul>
    </chakra.div>
  )
}
