import { showToast } from '../shell/toast.ts'

/**
 * Copies `text` to the clipboard and confirms it, or reports that the browser refuses; returns whether it was copied.
 */
export async function copyText(text: string): Promise<boolean> {
  return told(await putOnClipboard(text))
}

/**
 * Like `copyText`, with a text that is still being created; call it directly in the click handler, as Safari refuses to
 * copy later. Throws what `making` throws.
 */
export async function copyMade(making: Promise<string>): Promise<boolean> {
  if (!('ClipboardItem' in window)) return copyText(await making)
  const blob = making.then(text => new Blob([text], { type: 'text/plain' }))
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
  } catch (error) {
    const text = await making
    console.warn('The clipboard takes no text that is still being made', error)
    return copyText(text)
  }
  return told(true)
}

function told(copied: boolean): boolean {
  if (copied) showToast('shell.copied')
  else showToast('shell.copyFailed', { severity: 'error' })
  return copied
}

async function putOnClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch (error) {
    console.warn('The clipboard API is not to be had; trying the old way', error)
    return copyBySelection(text)
  }
}

/** Outside of secure contexts there is no clipboard API; copying a selection still works. */
function copyBySelection(text: string): boolean {
  const before = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.style.position = 'fixed'
  area.style.opacity = '0'
  // Within an open dialog: elsewhere its focus trap would take the focus back before the copy.
  const place = before?.closest('[role=dialog], [role=alertdialog]') ?? document.body
  place.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  if (before instanceof HTMLElement) before.focus()
  return done
}
