import type { CDPSession, Page } from 'playwright'
import { say } from '../support/say.ts'
import type { Workload } from './workload.ts'

export type ProductRun = {
  /** From choosing the folder until the panel says that everything is there. */
  ms: number
  /** The largest JavaScript heap seen, sampled every 250 ms, garbage included, in bytes. */
  peakHeap: number
  /** What lived on the heap after a collection at the end, in bytes. */
  heapAfter: number
  /**
   * The longest task of the page's main thread in ms, 0 where none took 50 ms. Tasks that began before the page was
   * told of the files are the browser's own, making the list of them, and not counted.
   */
  longestTask: number
  longTasks: number
}

const heap = async (cdp: CDPSession) => (await cdp.send('Runtime.getHeapUsage')).usedSize

/** Uploads the workload's folder through the console itself, into `bucket`, as a user would. */
export async function uploadInConsole(
  page: Page,
  url: string,
  bucket: string,
  folder: string,
  workload: Workload,
): Promise<ProductRun> {
  await page.goto(`${url}/bucket-management/${bucket}`)
  await page.getByText(say('en', 'files.empty.title')).waitFor()
  await page.evaluate(() => {
    const seen = { started: 0, tasks: [] as number[] }
    Object.assign(window, { seen })
    document.addEventListener(
      'change',
      () => {
        seen.started ||= performance.now()
      },
      true,
    )
    new PerformanceObserver(list => {
      const ours = list.getEntries().filter(entry => seen.started > 0 && entry.startTime >= seen.started)
      seen.tasks.push(...ours.map(entry => entry.duration))
    }).observe({ type: 'longtask' })
  })
  const cdp = await page.context().newCDPSession(page)
  let peakHeap = 0
  const sampling = setInterval(() => {
    heap(cdp).then(
      used => {
        peakHeap = Math.max(peakHeap, used)
      },
      () => clearInterval(sampling),
    )
  }, 250)
  await page.locator(`input[aria-label="${say('en', 'files.uploadFolder')}"]`).setInputFiles(folder)
  const done = say('en', 'uploads.done', { completed: workload.files })
  const ended = await page.waitForFunction(
    text => document.body.textContent.includes(text) && performance.now(),
    done,
    { timeout: 300_000, polling: 100 },
  )
  const end = (await ended.jsonValue()) as number
  clearInterval(sampling)
  await cdp.send('HeapProfiler.collectGarbage')
  const heapAfter = await heap(cdp)
  await cdp.detach()
  const seen = await page.evaluate(
    () => (window as unknown as { seen: { started: number; tasks: number[] } }).seen,
  )
  return {
    ms: end - seen.started,
    peakHeap,
    heapAfter,
    longestTask: Math.max(0, ...seen.tasks),
    longTasks: seen.tasks.length,
  }
}
