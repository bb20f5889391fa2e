/** Opens the browser's print dialog with only these lines of text. */
export function printText(lines: readonly string[]): void {
  const frame = document.createElement('iframe')
  frame.ariaHidden = 'true'
  frame.tabIndex = -1
  frame.style.cssText = 'position: fixed; width: 0; height: 0; border: 0'
  document.body.append(frame)
  const page = frame.contentDocument
  const view = frame.contentWindow
  if (!page || !view) throw new Error('A frame for printing has no page')
  const text = page.createElement('pre')
  text.textContent = lines.join('\n')
  text.style.cssText = 'font: 16px/1.8 monospace; white-space: pre-wrap'
  page.body.append(text)
  view.addEventListener('afterprint', () => frame.remove())
  view.print()
}
