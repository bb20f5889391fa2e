import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright'
import { uploadInConsole } from './product.ts'
import { type BenchStage, onStage, signedIn } from './stage.ts'
import { writeWorkload } from './workload.ts'

/** The files of a dropped folder come by handles, which the browser opens one by one. */
const rows = [
  { files: 10_000, by: 'choice' },
  { files: 100_000, by: 'choice' },
  { files: 10_000, by: 'drop' },
] as const
type Row = (typeof rows)[number]

/** Bytes of a file. */
const size = 100
/** ms of sending after all files are added. */
const sending = 30_000
/** ms that no task of the page may take. */
const aim = 50

/** The panel with 10,000 and 100,000 files: time to add them, longest tasks, and the heap. Whether no task takes over 50 ms. */
export async function benchUploadList(): Promise<boolean> {
  const table: Record<string, unknown> = {}
  let longest = 0
  for (const row of rows) {
    const measured = await onStage(stage => measure(stage, row))
    longest = Math.max(longest, measured.longest)
    table[`${row.files.toLocaleString('en')} by ${row.by}`] = measured.row
  }
  console.table(table)
  console.log(
    longest === 0 ? `no task over ${aim} ms` : `the longest task took ${longest.toFixed(0)} ms (aim ${aim})`,
  )
  return longest <= aim
}

async function measure({ kho, browser, dir }: BenchStage, { files, by }: Row) {
  const bucket = 'danh-sach'
  const folder = writeWorkload(dir, { files, size })
  const { api, page } = await signedIn(browser, kho.url)
  await api.call('POST', '/bucket', { bucket })
  const before = await heapOf(page)
  const uploading = await uploadInConsole(page, `${kho.url}/bucket-management/${bucket}`, folder, files, by)
  const added = await uploading.added()
  await pause(sending)
  const heap = (await heapOf(page)) - before
  const tasks = await uploading.longestTasks()
  return {
    longest: Math.max(tasks.adding, tasks.sending),
    row: {
      added: `${(added / 1000).toFixed(2)} s`,
      'longest task, adding': `${tasks.adding.toFixed(0)} ms`,
      'longest task, sending': `${tasks.sending.toFixed(0)} ms`,
      heap: `${(heap / 1024 ** 2).toFixed(1)} MB`,
      'heap per file': `${(heap / files / 1024).toFixed(2)} KB`,
    },
  }
}

/** Bytes of the page's JavaScript heap after a collection. */
async function heapOf(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  await devtools.send('HeapProfiler.collectGarbage')
  const { metrics } = await devtools.send('Performance.getMetrics')
  await devtools.detach()
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN
}
