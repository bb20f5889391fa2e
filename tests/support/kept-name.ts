import type { Page } from 'playwright'

/** The name under which the page's installation keeps something in the browser; of no page of the console, that of its root. */
export async function keptName(page: Page, name: string): Promise<string> {
  const own = await page.evaluate(() => document.documentElement.dataset.installation)
  const root = async () => (await page.request.get(new URL('/', page.url()).href)).text()
  const installation = own ?? /data-installation="(\w+)"/.exec(await root())![1]
  return `kho.${installation}.${name}`
}

/** What a store of the browser's database of uploads has. */
export async function storedIn<T>(page: Page, store: string): Promise<T[]> {
  return page.evaluate(
    async ([database, name]) => {
      const opened = indexedDB.open(database!)
      await new Promise(resolve => opened.addEventListener('success', resolve))
      const all = opened.result.transaction(name!).objectStore(name!).getAll()
      await new Promise(resolve => all.addEventListener('success', resolve))
      opened.result.close()
      return all.result
    },
    [await keptName(page, 'uploads'), store],
  )
}

/** Lets the page, and those it is reloaded to, copy no file into the browser's database, as where its disk is full. */
export async function keepNoCopies(page: Page): Promise<void> {
  const refuse = () => {
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = function (...values) {
      if (this.name === 'copies') throw new DOMException('full', 'QuotaExceededError')
      return put.apply(this, values)
    }
  }
  await page.addInitScript(refuse)
  await page.evaluate(refuse)
}
