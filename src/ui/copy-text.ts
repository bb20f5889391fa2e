import { showToast } from '../shell/toast.ts'

/** Puts `text` on the clipboard and says so, or that the browser refuses; gives whether it is there. */
export async function copyText(text: string): Promise<boolean> {
  return told(await putOnClipboard(text))
}

/**
 * As `copyText`, with a text that is still being made; call it at once on the click, as Safari lets nobody copy later.
 * Throws what `making` does.
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

/** Outside of secure contexts there is no clipboard API; a selection can be copied still. */
function copyBySelection(text: string): boolean {
  const before = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.style.position = 'fixed'
  area.style.opacity = '0'
  // Inside of an open dialog: elsewhere its focus trap takes the focus back before the copy.
  const place = before?.closest('[role=dialog], [role=alertdialog]') ?? document.body
  place.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  if (before instanceof HTMLElement) before.focus()
  return done
}
