import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright'

/** Bytes that the largest process of a browser's pages, or of what draws them, has taken at once so far. Linux. */
export async function peakOfPages(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const peaks = processInfo
    .filter(({ type }) => type !== 'browser')
    .map(({ id }) => Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]) * 1024)
  return Math.max(...peaks)
}
