/** The id of this installation, as the server writes it into the page. Several may be on one host, and on one origin. */
const installation = globalThis.document?.documentElement.dataset.installation ?? ''

/**
 * The name under which this installation keeps something in the browser: in storages and databases, of channels and locks.
 * `public/boot.js` knows it too.
 */
export const storageName = (name: string): string => `kho.${installation}.${name}`

/** Takes over what earlier versions have kept under the names of all installations of an origin. */
function takeOver(storage: Storage): void {
  for (const earlier of Object.keys(storage).filter(name => /^kho[_-]/.test(name))) {
    const name = storageName(earlier.slice(4))
    if (storage.getItem(name) === null) storage.setItem(name, storage.getItem(earlier)!)
    storage.removeItem(earlier)
  }
}

// With the first module that keeps something, before it reads.
if (installation !== '') {
  try {
    takeOver(localStorage)
  } catch (error) {
    console.info('localStorage is denied; nothing was kept in it', error)
  }
}
