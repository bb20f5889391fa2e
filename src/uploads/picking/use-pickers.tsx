import { type ReactNode, useRef, useState } from 'react'
import type { SelectedItem } from '../../../machines/upload-queue/types.ts'
import type { MessageId } from '../../i18n/messages.ts'
import { useText } from '../../i18n/text.ts'
import { itemsOfHandles } from './selection.ts'

/**
 * Opens file and folder dialogs. Files come from `showOpenFilePicker` where supported: its handles let an upload continue
 * after a reload. Otherwise, and for folders, a file input is used.
 */
export function usePickers(
  onItems: (items: SelectedItem[]) => void,
  labels: { files: MessageId; folder: MessageId },
): {
  pickFiles: () => void
  pickFolder: () => void
  inputs: ReactNode
} {
  const t = useText()
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  // A fresh input each time: emptying one would empty the list that is still being read.
  const [round, setRound] = useState(0)

  async function pickFiles() {
    if (!window.showOpenFilePicker) return files.current?.click()
    try {
      onItems(itemsOfHandles(await window.showOpenFilePicker({ multiple: true })))
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return
      files.current?.click()
    }
  }

  function take(input: HTMLInputElement) {
    if (input.files && input.files.length > 0) onItems([{ kind: 'files', files: input.files }])
    setRound(round => round + 1)
  }

  return {
    pickFiles: () => void pickFiles(),
    pickFolder: () => folder.current?.click(),
    inputs: (
      <>
        <input
          key={`files ${round}`}
          ref={files}
          type="file"
          multiple
          hidden
          aria-label={t(labels.files)}
          onChange={event => take(event.target)}
        />
        <input
          key={`folder ${round}`}
          ref={folder}
          type="file"
          multiple
          hidden
          aria-label={t(labels.folder)}
          onChange={event => take(event.target)}
          {...{ webkitdirectory: '' }}
        />
      </>
    ),
  }
}
