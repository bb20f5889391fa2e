import { chakra } from '@chakra-ui/react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { Database, Folder } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { growingFolders } from '../../../machines/upload-queue/folders.ts'
import { type Line, type LineKind, linesOf, type RowFilter } from '../../../machines/upload-queue/lines.ts'
import { selectAllPaused } from '../../../machines/upload-queue/selectors.ts'
import type { UploadRow as Row } from '../../../machines/upload-queue/types.ts'
import { useText } from '../../i18n/text.ts'
import { MiddleName } from '../../ui/middle-name.tsx'
import { uploadEvents } from '../queue/uploads.ts'
import { allowedFiles } from '../store/choose-again.ts'
import { FolderLine } from './folder-line.tsx'
import { reasonMessage } from './reason-message.ts'
import { UnreadLine } from './unread-line.tsx'
import { UploadRow } from './upload-row.tsx'
import { useListedUploads } from './use-uploads.ts'

/** In px. */
const heights: Record<LineKind, number> = {
  place: 32,
  reason: 48,
  unread: 72,
  folder: 52,
  'folder with problem': 96,
  row: 52,
  'row with problem': 72,
}

export function UploadList({ filter, height }: { filter: RowFilter; height: string }) {
  const t = useText()
  const context = useListedUploads(({ context }) => context)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const lines = useMemo(() => linesOf(context, filter, open), [context, filter, open])
  const allPaused = useListedUploads(selectAllPaused)
  const { pendingSelections, unread } = context
  const growing = useMemo(() => growingFolders({ pendingSelections, unread }), [pendingSelections, unread])
  const scroller = useRef<HTMLDivElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const pendingRow = useRef<Row | null>(null)
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: index => heights[lines.kindAt(index)],
    // A new function makes it place all lines again.
    // biome-ignore lint/correctness/useExhaustiveDependencies: lines have another height where their kinds move
    getItemKey: useCallback((index: number) => index, [lines.layout]),
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
          const line = lines.at(item.index)
          return (
            line && (
              <chakra.li
                key={keyOf(line, item.index)}
                position="absolute"
                insetInline="0"
                top="0"
                borderBottomWidth="1px"
                aria-setsize={lines.length}
                aria-posinset={item.index + 1}
                style={{ height: item.size, transform: `translateY(${item.start}px)` }}
              >
                {line.kind === 'place' ? (
                  <PlaceLine {...line} />
                ) : line.kind === 'folder' ? (
                  <FolderLine
                    folder={line.folder}
                    growing={growing.has(line.folder.id)}
                    allPaused={allPaused}
                    open={open.has(line.folder.id)}
                    onToggle={() => setOpen(open => toggled(open, line.folder.id))}
                  />
                ) : line.kind === 'reason' ? (
                  <ReasonLine {...line} />
                ) : line.kind === 'unread' ? (
                  <UnreadLine unread={line.unread} />
                ) : (
                  <UploadRow {...line} allPaused={allPaused} onNeedsFile={provideFile} />
                )}
              </chakra.li>
            )
          )
        })}
      </chakra.ul>
    </chakra.div>
  )
}

function keyOf(line: Line, index: number): string | number {
  if (line.kind === 'row') return line.row.id
  if (line.kind === 'unread') return `unread ${line.unread.id}`
  return line.kind === 'folder' ? line.folder.id : `${line.kind} ${index}`
}

function toggled(open: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const after = new Set(open)
  if (!after.delete(id)) after.add(id)
  return after
}

/** Where the files of the lines below are uploaded to. */
function PlaceLine({ place }: Extract<Line, { kind: 'place' }>) {
  const t = useText()
  const Icon = place.includes('/') ? Folder : Database
  return (
    <chakra.div
      display="flex"
      alignItems="center"
      gap="2"
      h="full"
      px="4"
      bg="bg.subtle"
      textStyle="caption"
      color="fg.muted"
      _icon={{ boxSize: '14px', flexShrink: '0' }}
    >
      <Icon aria-hidden="true" />
      <chakra.span srOnly>{t('uploads.place')} </chakra.span>
      <MiddleName name={place} />
    </chakra.div>
  )
}

/** Why the files of the lines below failed. */
function ReasonLine({ reason, count }: Extract<Line, { kind: 'reason' }>) {
  const t = useText()
  const text = t('uploads.filesFailed', { count, reason: t(reasonMessage(reason)) })
  return (
    <chakra.div display="flex" alignItems="center" h="full" px="4" textStyle="small" color="fg.danger">
      <chakra.span lineClamp={2} title={text}>
        {text}
      </chakra.span>
    </chakra.div>
  )
}
