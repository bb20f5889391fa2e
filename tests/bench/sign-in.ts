import { createServer } from 'node:net'
import lighthouse from 'lighthouse'
import type { Browser } from 'playwright'
import { openBrowser } from '../support/chromium.ts'
import { desktop, visit } from '../support/visit.ts'
import { onStage } from './stage.ts'

/** Lighthouse's scores, in percent, that the sign-in page must reach on its default phone (slow 4G, a slow processor). */
const aims = { performance: 95, accessibility: 100, 'best-practices': 100 }

async function freePort(): Promise<number> {
  const socket = createServer().listen(0, '127.0.0.1')
  await new Promise(done => socket.once('listening', done))
  const { port } = socket.address() as { port: number }
  await new Promise(done => socket.close(done))
  return port
}

/** `sign-in [rounds]`: the first paint on a slow line, and Lighthouse. Whether both reach their aims. */
export function benchSignInPage(rounds: number): Promise<boolean> {
  return onStage(async ({ kho, browser }) => {
    const painted = await benchFirstPaint(browser, kho.url, rounds)
    await browser.close()
    return (await benchLighthouse(kho.url, rounds)) && painted
  })
}

/** Runs Lighthouse on the page at `url`; whether the median of `rounds` reaches the aims. */
async function benchLighthouse(url: string, rounds: number): Promise<boolean> {
  const scores: Record<string, number[]> = {}
  for (let round = 0; round < rounds; round++) {
    const port = await freePort()
    const browser = await openBrowser([`--remote-debugging-port=${port}`])
    try {
      const run = await lighthouse(url, { port, logLevel: 'error', onlyCategories: Object.keys(aims) })
      if (!run || run.lhr.runtimeError)
        throw new Error(run?.lhr.runtimeError?.message ?? 'Lighthouse gave nothing')
      const { categories, audits } = run.lhr
      const said = (id: string) => `${id} ${audits[id]?.displayValue ?? ''}`
      console.log(
        [
          'first-contentful-paint',
          'largest-contentful-paint',
          'total-blocking-time',
          'cumulative-layout-shift',
          'speed-index',
        ]
          .map(said)
          .join(', '),
      )
      for (const [id, { score, auditRefs }] of Object.entries(categories)) {
        scores[id] = [...(scores[id] ?? []), Math.round((score ?? 0) * 100)]
        const failed = auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
        if (id !== 'performance' && failed.length > 0)
          console.log(`${id}: ${failed.map(({ id }) => id).join(', ')}`)
      }
    } finally {
      await browser.close()
    }
  }
  const reached = Object.entries(aims).map(([id, aim]) => {
    const median = scores[id]!.toSorted((a, b) => a - b)[rounds >> 1]!
    console.log(`sign-in page, ${id}: ${median} (aim ${aim})`)
    return median >= aim
  })
  return reached.every(Boolean)
}

/** Bytes per second of the line, and ms there and back. */
const slowLine = { downloadThroughput: 50 * 1024, uploadThroughput: 50 * 1024, latency: 100, offline: false }
/** Ms from the end of the document to the first paint. */
const paintAim = 200

/** The first paint of the sign-in page on a slow line, without a cache; whether the median of `rounds` reaches the aim. */
async function benchFirstPaint(browser: Browser, url: string, rounds: number): Promise<boolean> {
  const after: number[] = []
  for (let round = 0; round < rounds; round++) {
    const context = await visit(browser, url, desktop)
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', slowLine)
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
  console.log(
    `sign-in page, first paint on 50 KB/s: ${median.toFixed(0)} ms after the document (aim ${paintAim})`,
  )
  return median <= paintAim
}
