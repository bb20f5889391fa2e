import type { Page } from 'playwright'

/** What the file picker gives: up to two files by their names, or an error. */
type Picked = { files: readonly string[] } | { bug: true }
type Tell = (picked: Picked) => void

/** Makes the browser's file picker give, each time, files that can be read only when the test tells. */
export async function offerPickedFiles(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const told: Tell[] = []
    Object.assign(window, {
      picked: told,
      async showOpenFilePicker() {
        let tell: Tell = () => undefined
        const picked = new Promise<Picked>(resolve => {
          tell = resolve
        })
        told.push(tell)
        return [0, 1].map(async index => {
          const given = await picked
          if ('bug' in given) throw new Error('a bug')
          const name = given.files[index]
          const getFile = async () => new File(['x'], name ?? '', { lastModified: 1 })
          return name === undefined ? null : { kind: 'file', name, getFile }
        })
      },
    })
  })
}

/** Waits until files were picked so many times since the page was opened. */
export async function nextPicked(page: Page, count: number): Promise<void> {
  await page.waitForFunction(count => (window as unknown as { picked: Tell[] }).picked.length >= count, count)
}

/** Lets the files with this number, from 0, be read. */
export async function tellPicked(page: Page, number: number, picked: Picked): Promise<void> {
  await page.evaluate(
    ([number, picked]) => (window as unknown as { picked: Tell[] }).picked[number]?.(picked),
    [number, picked] as const,
  )
}
