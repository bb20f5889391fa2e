import { mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright'
import { GiB } from '../../domain/limits.ts'
import { startLine } from '../support/line.ts'
import { say } from '../support/say.ts'
import { dropFiles } from '../support/upload-stage.ts'
import { median } from './median.ts'
import { onStage, signedIn } from './stage.ts'

const bucket = 'ba-the'
/** Bytes per second of the line: 24 Mbit/s. */
const rate = 3_000_000
const tabs = 3
const smallFiles = 300
const smallSize = 100 * 1024
/** ms between two calls of a tab, and ms that none may take. */
const every = 1000
const aim = 500

/**
 * `three-tabs [seconds]`: a file of 1 GiB and 300 small ones from three tabs over a line of 24 Mbit/s, for so many seconds,
 * while each tab lists the bucket every second. Whether every call took less than half a second.
 */
export function benchThreeTabs(seconds: number): Promise<boolean> {
  return onStage(async ({ kho, browser, dir }) => {
    const line = await startLine(kho.url, { bytesPerSecond: rate })
    try {
      const { api, context, page } = await signedIn(browser, line.url)
      await api.call('POST', '/bucket', { bucket })
      const pages = [page, await context.newPage(), await context.newPage()]
      for (const page of pages) {
        await page.goto(`${line.url}/bucket-management/${bucket}`)
        await page.getByText(say('en', 'files.empty.title')).waitFor()
      }
      for (const [tab, paths] of filesIn(dir).entries()) await dropFiles(pages[tab]!, paths)
      const times = await Promise.all(pages.map(page => callEverySecond(page, seconds)))
      const { items } = await api.call<{ items: unknown[] }>(
        'GET',
        `/objects/paginate?bucket=${bucket}&page_size=1000`,
      )
      console.log(`${items.length} of ${smallFiles + 1} files are stored after ${seconds} s`)
      return times.map(report).every(met => met)
    } finally {
      await line.close()
    }
  })
}

/** What each tab uploads: the first one the large file too. */
function filesIn(dir: string): { path: string }[][] {
  const large = join(dir, 'large.bin')
  writeFileSync(large, '')
  truncateSync(large, GiB)
  return Array.from({ length: tabs }, (_, tab) => {
    const folder = join(dir, `tab ${tab + 1}`)
    mkdirSync(folder)
    const small = Array.from({ length: smallFiles / tabs }, (_, at) => {
      const path = join(folder, `${tab + 1}-${at}.bin`)
      writeFileSync(path, Buffer.alloc(smallSize, at))
      return { path }
    })
    return tab === 0 ? [{ path: large }, ...small] : small
  })
}

/**
 * Lists the bucket every second as the console does. The ms of each call, from asking for a connection to the end of the
 * answer: what the page's own work adds depends on the machine.
 */
async function callEverySecond(page: Page, seconds: number): Promise<number[]> {
  const calls: Promise<number>[] = []
  for (let second = 0; second < seconds; second++) {
    calls.push(
      page.evaluate(async path => {
        performance.setResourceTimingBufferSize(100_000)
        const answer = await fetch(path)
        await answer.text()
        if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
        return performance.getEntriesByName(answer.url).at(-1)!.duration
      }, `/api/objects/paginate?bucket=${bucket}`),
    )
    await pause(every)
  }
  return Promise.all(calls)
}

function report(times: number[], tab: number): boolean {
  const sorted = times.toSorted((a, b) => a - b)
  const most = sorted.at(-1) ?? Number.NaN
  const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN
  const [middle, high, longest] = [median(times), p95, most].map(ms => `${ms.toFixed(0)} ms`)
  console.log(
    `tab ${tab + 1}: ${times.length} calls, median ${middle}, p95 ${high}, longest ${longest}: ` +
      `${most < aim ? 'each' : 'not each'} below ${aim} ms`,
  )
  return most < aim
}
