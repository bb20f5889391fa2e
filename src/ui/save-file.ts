/** Saves text as a file in the browser's downloads. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Safari reads it later.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
