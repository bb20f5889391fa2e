import type { Browser } from 'playwright'
import { desktop, visit } from '../support/visit.ts'

/** Bytes per second of the line, and ms there and back. */
const line = { downloadThroughput: 50 * 1024, uploadThroughput: 50 * 1024, latency: 100, offline: false }
/** Ms from the end of the document to the first paint. */
const aim = 200

/** The first paint of the sign-in page on a slow line, without a cache; whether the median of `rounds` reaches the aim. */
export async function benchFirstPaint(browser: Browser, url: string, rounds: number): Promise<boolean> {
  const after: number[] = []
  for (let round = 0; round < rounds; round++) {
    const context = await visit(browser, url, desktop)
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', line)
    await page.goto(url)
    after.push(
      await page.evaluate(() => {
        const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
        return performance.getEntriesByName('first-contentful-paint')[0]!.startTime - page!.responseEnd
      }),
    )
    await context.close()
  }
  const median = after.toSorted((a, b) => a - b)[rounds >> 1]!
  console.log(`sign-in page, first paint on 50 KB/s: ${median.toFixed(0)} ms after the document (aim ${aim})`)
  return median <= aim
}
