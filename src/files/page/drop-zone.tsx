import { chakra } from '@chakra-ui/react'
import { CloudUpload } from 'lucide-react'
import { type ReactNode, useEffectEvent, useLayoutEffect, useState } from 'react'
import type { SelectedItem } from '../../../machines/upload-queue/types.ts'
import type { Place } from '../../buckets/addresses.ts'
import { useText } from '../../i18n/text.ts'
import { addFiles } from '../add/add-files.ts'

type Props = {
  place: Place
  /** Whether the user may upload to `place`. */
  mayDrop: boolean
  /** Display name of `place`. */
  name: string
  children: ReactNode
}

const openDialog = '[role=dialog], [role=alertdialog]'

/** Whether files are dragged or pasted and no dialog is open. */
const hasFiles = (transfer: DataTransfer | null): transfer is DataTransfer =>
  transfer?.types.includes('Files') === true && !document.querySelector(openDialog)

/** Text is pasted there: a copied cell of a table has a picture too. */
const isTyped = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null

/** Accepts files and folders dropped anywhere on the page, with an overlay while they hover, and those that are pasted. */
export function DropZone({ place, mayDrop, name, children }: Props) {
  const t = useText()
  const [dragging, setDragging] = useState(false)
  const onDrop = useEffectEvent((items: SelectedItem[]) => void addFiles(place, items))
  // Before the first paint: files can be dropped as soon as the folder is visible.
  useLayoutEffect(() => {
    if (!mayDrop) return
    const controller = new AbortController()
    const { signal } = controller
    const onLeave = () => setDragging(false)
    const onDrag = (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      if (event.type === 'dragenter') void addFiles.preload().catch(() => undefined)
      else setDragging(true)
    }
    addEventListener('dragenter', onDrag, { signal })
    addEventListener('dragover', onDrag, { signal })
    // Without a related target the pointer left the page.
    addEventListener('dragleave', event => event.relatedTarget ?? onLeave(), { signal })
    addEventListener('dragend', onLeave, { signal })
    addEventListener(
      'drop',
      event => {
        onLeave()
        if (!hasFiles(event.dataTransfer)) return
        event.preventDefault()
        onDrop(itemsOf(event.dataTransfer))
      },
      { signal },
    )
    addEventListener(
      'paste',
      event => {
        if (!hasFiles(event.clipboardData) || isTyped(event.target)) return
        event.preventDefault()
        onDrop(itemsOf(event.clipboardData))
      },
      { signal },
    )
    return () => controller.abort()
  }, [mayDrop])
  return (
    <chakra.div position="absolute" inset="0" display="flex" flexDirection="column">
      {children}
      {dragging && (
        <chakra.div
          position="absolute"
          inset="0"
          // Accepts the drop itself: a browser loses one on a row that is removed meanwhile.
          zIndex="bar"
          display="flex"
          flexDirection="column"
          alignItems="center"
          justifyContent="center"
          gap="2"
          textAlign="center"
          bg="color-mix(in srgb, var(--kho-colors-accent-subtle) 97%, transparent)"
          animation="appear 120ms ease-out"
          _before={{
            content: '""',
            position: 'absolute',
            inset: { base: '2', sm: '4' },
            borderWidth: '2px',
            borderStyle: 'dashed',
            borderColor: 'accent',
            borderRadius: 'xl',
            pointerEvents: 'none',
          }}
        >
          <chakra.span color="accent" _icon={{ boxSize: '48px', strokeWidth: '1.5' }}>
            <CloudUpload aria-hidden="true" />
          </chakra.span>
          <chakra.p textStyle="title">{t('files.dropTitle')}</chakra.p>
          <chakra.p color="fg.muted" maxW="full" px="6" overflowWrap="anywhere">
            {t('files.dropInto', { name })}
          </chakra.p>
        </chakra.div>
      )}
    </chakra.div>
  )
}

/**
 * The dropped or pasted items. Must run in the event itself: afterwards the browser has emptied the transfer. Handles,
 * where supported, allow an upload to continue after a reload.
 */
function itemsOf(transfer: DataTransfer): SelectedItem[] {
  return [...transfer.items]
    .filter(item => item.kind === 'file')
    .flatMap((item): SelectedItem[] => {
      const entry = item.webkitGetAsEntry()
      const handle = item.getAsFileSystemHandle?.().catch(() => null)
      const file = item.getAsFile()
      if (handle) return [{ kind: 'handle', handle, entry, file }]
      if (entry) return [{ kind: 'entry', entry }]
      return file ? [{ kind: 'files', files: [file] }] : []
    })
}
