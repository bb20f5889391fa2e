const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

/**
 * A file that is dropped where nothing takes it must not replace the page or open in a new tab, as browsers do by
 * default: there the pointer shows that it is not a place.
 */
export function refuseDrops(): void {
  addEventListener('dragover', event => {
    if (event.defaultPrevented || !carriesFiles(event)) return
    event.preventDefault()
    event.dataTransfer!.dropEffect = 'none'
  })
  addEventListener('drop', event => {
    if (!event.defaultPrevented && carriesFiles(event)) event.preventDefault()
  })
}
