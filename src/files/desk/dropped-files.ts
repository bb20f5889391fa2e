import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { SelectedItem } from '../../../machines/upload-queue/types.ts'
import type { Place } from '../../buckets/addresses.ts'
import { addFiles } from '../add/add-files.ts'

const openDialog = '[role=dialog], [role=alertdialog]'

/** Whether files are dragged or pasted and no dialog is open. */
const hasFiles = (transfer: DataTransfer | null): transfer is DataTransfer =>
  transfer?.types.includes('Files') === true && !document.querySelector(openDialog)

/** Whether what is pasted is for a dialog or a field: a copied cell of a table has a picture beside its text. */
export const isElsewhere = (target: EventTarget | null) =>
  document.querySelector(openDialog) !== null ||
  (target instanceof Element &&
    target.closest('input:not([type=checkbox]), textarea, [contenteditable]') !== null)

/**
 * Uploads what is dropped or pasted to `place`; what is dropped where another folder is shown, to that. Without `place` the
 * rest of the page only calls `onMissed`. Returns the props of the overlay while they hover, else null.
 */
export function useDroppedFiles(place: Place | null, mayDrop: boolean, onMissed?: () => void) {
  const [dragging, setDragging] = useState(false)
  const into = useRef<Place | null>(null)
  const upload = useEffectEvent((event: Event, transfer: DataTransfer | null) => {
    if (!hasFiles(transfer)) return
    event.preventDefault()
    const pasted = event.type === 'paste'
    const to = (pasted ? null : into.current) ?? place
    if (to) void addFiles(to, itemsOf(transfer), { pasted })
    else onMissed?.()
  })
  const onDrag = useEffectEvent((event: DragEvent) => {
    if (!hasFiles(event.dataTransfer)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    if (event.type === 'dragenter') void addFiles.preload().catch(() => undefined)
    else setDragging(true)
  })
  // Before the first paint: files can be dropped as soon as the folder is visible.
  useLayoutEffect(() => {
    if (!mayDrop) return
    const controller = new AbortController()
    const { signal } = controller
    const onLeave = () => setDragging(false)
    for (const type of ['dragenter', 'dragover'] as const)
      addEventListener(type, event => onDrag(event), { signal })
    // Without a related target the pointer left the page.
    addEventListener('dragleave', event => event.relatedTarget ?? onLeave(), { signal })
    addEventListener('dragend', onLeave, { signal })
    addEventListener(
      'drop',
      event => {
        onLeave()
        upload(event, event.dataTransfer)
      },
      { signal },
    )
    addEventListener(
      'paste',
      event => {
        if (!isElsewhere(event.target)) upload(event, event.clipboardData)
      },
      { signal },
    )
    return () => controller.abort()
  }, [mayDrop])
  return dragging ? { place, into } : null
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
