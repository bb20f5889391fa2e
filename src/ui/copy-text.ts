/** Puts `text` on the clipboard; gives whether that worked. Without HTTPS browsers have only the old way. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch (error) {
    console.warn('The clipboard is denied; trying the old way', error)
    return copySelection(text)
  }
}

function copySelection(text: string): boolean {
  const held = document.createElement('span')
  held.textContent = text
  held.style.cssText = 'position:fixed;top:0;white-space:pre;opacity:0;user-select:text'
  document.body.append(held)
  const selection = getSelection()
  selection?.selectAllChildren(held)
  const copied = document.execCommand('copy')
  selection?.removeAllRanges()
  held.remove()
  return copied
}
