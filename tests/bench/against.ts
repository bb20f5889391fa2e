import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requestBytes, sendAll } from './kept-connections.ts'
import { getFile, putFile, writeLarge } from './large-file.ts'
import { median } from './median.ts'
import {
  call,
  closeConnections,
  type EngineProcess,
  processorTicks,
  root,
  startEngine,
  stopEngine,
  TICK_MS,
} from './s3-server.ts'

const MiB = 1024 ** 2
const loads = [
  { name: '4 KiB × 16', size: 4096, count: 2000, atOnce: 16 },
  { name: '1 MiB × 4', size: MiB, count: 300, atOnce: 4 },
  { name: '512 MiB', size: 512 * MiB, count: 1, atOnce: 1 },
]
type Load = (typeof loads)[number]

type Cost = { ms: number; ticks: number }

/** Sends or gets all of a load; `file`: the bytes of a load that is one large file. */
async function run(
  engine: EngineProcess,
  method: 'PUT' | 'GET',
  { size, count, atOnce }: Load,
  file: string,
): Promise<Cost> {
  const body = randomBytes(method === 'PUT' && count > 1 ? size : 0)
  const path = (number: number) => `/bench/k${size}-${number}`
  const requests = Array.from({ length: count }, (_, number) =>
    requestBytes(engine, method, path(number), body),
  )
  const ticks = processorTicks(engine)
  const ms =
    count > 1
      ? (await sendAll(engine, requests, atOnce)).ms
      : method === 'PUT'
        ? await putFile(engine, path(0), file)
        : await getFile(engine, path(0))
  return { ms, ticks: processorTicks(engine) - ticks }
}

function extract(commit: string, folder: string): void {
  mkdirSync(folder)
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1024 ** 3 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
}

/**
 * The engine of the working tree against that of `commit`, which run every load in turn in each round; printed are the
 * medians, and the median of the rounds' ratios.
 */
export async function benchAgainst(commit: string, rounds: number): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'kho-bench-engine-'))
  const engines: EngineProcess[] = []
  try {
    const file = join(dir, 'large')
    writeLarge(file, 512 * MiB)
    extract(commit, join(dir, 'tree'))
    engines.push(await startEngine(root, join(dir, 'now')))
    engines.push(await startEngine(join(dir, 'tree'), join(dir, 'before')))
    for (const engine of engines) await call(engine, 'PUT', '/bench')
    for (const load of loads) {
      for (const method of ['PUT', 'GET'] as const) {
        const costs: [now: Cost[], before: Cost[]] = [[], []]
        // The first round warms up.
        for (let round = 0; round <= rounds; round += 1) {
          for (const which of round % 2 === 0 ? [0, 1] : [1, 0]) {
            const cost = await run(engines[which]!, method, load, file)
            if (round > 0) costs[which]!.push(cost)
          }
        }
        const [now, before] = costs
        const ms = median(now.map(cost => cost.ms))
        const processor = (median(now.map(cost => cost.ticks)) * TICK_MS) / load.count
        const ratio = (what: keyof Cost) =>
          median(now.map((cost, round) => before[round]![what] / cost[what])).toFixed(3)
        console.log(
          `${method} ${load.name.padEnd(10)} ${((load.count / ms) * 1000).toFixed(1)}/s, ` +
            `${((load.count * load.size) / MiB / (ms / 1000)).toFixed(1)} MiB/s, ${processor.toFixed(3)} ms of a processor each; ` +
            `of ${commit}: ${ratio('ms')} of its speed, ${ratio('ticks')} by processor time`,
        )
      }
    }
  } finally {
    closeConnections()
    await Promise.all(engines.map(stopEngine))
    rmSync(dir, { recursive: true, force: true })
  }
}
