import { createServer } from 'node:net'
import lighthouse from 'lighthouse'
import { openBrowser } from '../support/chromium.ts'
import { benchFirstPaint } from './first-paint.ts'
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
