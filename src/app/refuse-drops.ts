const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

function refuse(event: DragEvent): void {
  if (event.defaultPrevented || !carriesFiles(event)) return
  event.preventDefault()
  event.dataTransfer!.dropEffect = 'none'
}

/**
 * Rejects files dropped where nothing accepts them: by default browsers replace the page with the file, or open it in a
 * new tab. The pointer shows the rejection.
 */
export function refuseDrops(): void {
  // An element that appears under a resting pointer gets `dragenter` instead of `dragover`.
  addEventListener('dragenter', refuse)
  addEventListener('dragover', refuse)
  addEventListener('drop', event => {
    if (!event.defaultPrevented && carriesFiles(event)) event.preventDefault()
  })
}
