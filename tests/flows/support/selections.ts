import type { Page } from 'playwright'

type Found = { file: string; size: number } | { end: true } | { bug: true }
type Selections = { told: Found[]; wake: () => void }[]

/**
 * Makes the browser's file picker give, each time, a folder that is read only as far as the test tells: files (`size` in
 * bytes), then its end or an error.
 */
export async function offerSelections(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const all: Selections = []
    const noWake = (): void => undefined
    Object.assign(window, {
      selections: all,
      async showOpenFilePicker() {
        const selection = { told: [] as Found[], wake: noWake }
        all.push(selection)
        async function* values() {
          for (;;) {
            const next = selection.told.shift()
            if (!next) await new Promise<void>(resolve => Object.assign(selection, { wake: resolve }))
            else if ('end' in next) return
            else if ('bug' in next) throw new Error('a bug')
            else yield { kind: 'file', name: next.file, getFile: async () => fileOf(next) }
          }
        }
        return [{ kind: 'directory', name: `d${all.length}`, values }]
      },
    })
    function fileOf({ file, size }: { file: string; size: number }) {
      return new File([new Uint8Array(size)], file, { lastModified: 1 })
    }
  })
}

/** Waits until so many selections were made. */
export async function nextSelection(page: Page, count: number): Promise<void> {
  await page.waitForFunction(
    count => (window as unknown as { selections: unknown[] }).selections.length >= count,
    count,
  )
}

/** Tells the selection with this number, from 0, what it finds next. */
export async function tellSelection(page: Page, number: number, found: Found): Promise<void> {
  await page.evaluate(
    ([number, found]) => {
      const selection = (window as unknown as { selections: Selections }).selections[number]
      selection?.told.push(found)
      selection?.wake()
    },
    [number, found] as const,
  )
}
