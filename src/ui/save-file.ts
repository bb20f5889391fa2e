/** Saves text, or a file, to the browser's downloads. */
export function saveFile(name: string, content: string | Blob): void {
  const blob = typeof content === 'string' ? new Blob([content], { type: 'text/plain' }) : content
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Safari reads it later.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
