import type { Page } from 'playwright'

/** The name under which the page's installation keeps something in the browser; of no page of the console, that of its root. */
export async function keptName(page: Page, name: string): Promise<string> {
  const own = await page.evaluate(() => document.documentElement.dataset.installation)
  const root = async () => (await page.request.get(new URL('/', page.url()).href)).text()
  const installation = own ?? /data-installation="(\w+)"/.exec(await root())![1]
  return `kho.${installation}.${name}`
}
