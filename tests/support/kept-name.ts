import type { Page } from 'playwright'

/** The name under which the page's installation keeps something in the browser. */
export async function keptName(page: Page, name: string): Promise<string> {
  const answer = await page.request.get(new URL('./', page.url()).href)
  const [, installation] = /data-installation="(\w+)"/.exec(await answer.text())!
  return `kho.${installation}.${name}`
}
