import { GiB, MiB } from '../../domain/limits.ts'
import { startLine } from '../support/line.ts'
import { rawXhr, signPuts } from './baseline.ts'
import { median } from './median.ts'
import { uploadInConsole } from './product.ts'
import { type BenchStage, onStage, signedIn } from './stage.ts'
import { benchUploadList } from './upload-list.ts'
import { type Workload, writeWorkload } from './workload.ts'

type Row = { name: string; workload: Workload; delayMs: number }

const large = { files: 1, size: GiB }
const medium = { files: 1000, size: MiB }
const small = { files: 10_000, size: 4096 }
/** ms of the delayed rows, there and back. */
const delay = 50

const rows: Row[] = [
  { name: 'large', workload: large, delayMs: 0 },
  { name: 'medium', workload: medium, delayMs: 0 },
  { name: 'small', workload: small, delayMs: 0 },
  { name: 'large-delayed', workload: large, delayMs: delay },
  { name: 'small-delayed', workload: small, delayMs: delay },
]
const list = 'list'

export const uploadRows = [...rows.map(({ name }) => name), list]

/**
 * `uploads [row…] [rounds]`: the console's uploads beside nothing but XHR in the same page, in turn; the ratio is that of
 * their times, above 1 where the console is faster. Row `list`: 100,000 files in the panel (upload-list.ts). Whether
 * that has no task over 50 ms.
 */
export async function benchUploads(chosen: string[], rounds: number): Promise<boolean> {
  const wanted = (name: string) => chosen.length === 0 || chosen.includes(name)
  const table: Record<string, unknown> = {}
  for (const row of rows.filter(({ name }) => wanted(name)))
    table[row.name] = await onStage(stage => compare(stage, row, rounds))
  if (Object.keys(table).length > 0) console.table(table)
  return wanted(list) ? benchUploadList() : true
}

async function compare({ kho, browser, dir }: BenchStage, row: Row, rounds: number) {
  const { name, workload, delayMs } = row
  const line = delayMs > 0 ? await startLine(kho.url, { delayMs: delayMs / 2 }) : null
  const url = line?.url ?? kho.url
  const folder = writeWorkload(dir, workload)
  const { api, page } = await signedIn(browser, url)
  const times = { console: [] as number[], xhr: [] as number[], ratio: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    const [ours, theirs] = [`console-${round}`, `xhr-${round}`]
    for (const bucket of [ours, theirs]) await api.call('POST', '/bucket', { bucket })
    const uploading = await uploadInConsole(page, `${url}/bucket-management/${ours}`, folder, workload.files)
    const byConsole = await uploading.done()

    await page.goto(`${url}/security`)
    const { puts, complete } = await signPuts(api, theirs, workload)
    const sent = await rawXhr(page, folder, puts)
    const completing = performance.now()
    await complete(sent.etags)
    const byXhr = sent.ms + performance.now() - completing

    times.console.push(byConsole)
    times.xhr.push(byXhr)
    times.ratio.push(byXhr / byConsole)
    console.log(`${name}, round ${round + 1}: console ${seconds(byConsole)}, XHR ${seconds(byXhr)}`)
  }
  await line?.close()
  return {
    console: seconds(median(times.console)),
    'raw XHR': seconds(median(times.xhr)),
    ratio: Number(median(times.ratio).toFixed(2)),
    ratios: times.ratio.map(ratio => ratio.toFixed(2)).join(' '),
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
