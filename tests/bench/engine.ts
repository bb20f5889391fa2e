import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signHeaders } from '../support/sign-s3.ts'

const MiB = 1024 ** 2
const loads = [
  { name: '4 KiB × 16', size: 4096, count: 1000, atOnce: 16 },
  { name: '1 MiB × 4', size: MiB, count: 300, atOnce: 4 },
  { name: '512 MiB', size: 512 * MiB, count: 1, atOnce: 1 },
]
type Load = (typeof loads)[number]

const root = join(import.meta.dirname, '..', '..')
const keys = { accessKey: 'BENCHENGINE', secretKey: randomBytes(20).toString('hex') }
const block = randomBytes(MiB)
const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

type Running = { child: ChildProcess; port: number; agent: Agent }

/** The engine of the source tree `tree`, in a process of its own. */
async function start(tree: string, dir: string): Promise<Running> {
  const program = join(tree, 'tests', 'engine', 'engine-process.ts')
  const child = spawn(process.execPath, [program, dir, keys.accessKey, keys.secretKey], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, port: Number(line.toString()), agent: new Agent({ keepAlive: true }) }
}

/** One request; `size` bytes are sent with a PUT. Resolves when the answer was read. */
function call({ port, agent }: Running, method: string, path: string, size = 0): Promise<void> {
  return new Promise((resolve, reject) => {
    const host = `127.0.0.1:${port}`
    const headers = signHeaders({
      method,
      host,
      path,
      region: 'kho-1',
      keys,
      payloadHash: 'UNSIGNED-PAYLOAD',
    })
    const options = { host: '127.0.0.1', port, agent, method, path }
    const sending = request({ ...options, headers: { ...headers, 'content-length': size } }, response => {
      response.on('error', reject).on('end', () => {
        if (response.statusCode === 200) resolve()
        else reject(new Error(`${method} ${path}: ${response.statusCode}`))
      })
      response.resume()
    })
    sending.on('error', reject)
    let left = size
    const send = (): void => {
      while (left > 0) {
        const piece = left < block.length ? block.subarray(0, left) : block
        left -= piece.length
        if (!sending.write(piece)) {
          sending.once('drain', send)
          return
        }
      }
      sending.end()
    }
    send()
  })
}

/** Clock ticks that the process has had of the processors, all threads together; 0 where there is no /proc. */
function processorTicks({ child }: Running): number {
  try {
    const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return Number(fields[11]) + Number(fields[12])
  } catch {
    return 0
  }
}

type Cost = { ms: number; ticks: number }

/** Sends or gets all of a load. */
async function run(engine: Running, method: 'PUT' | 'GET', load: Load): Promise<Cost> {
  let next = 0
  const ticks = processorTicks(engine)
  const started = performance.now()
  const worker = async (): Promise<void> => {
    while (next < load.count)
      await call(engine, method, `/bench/k${load.size}-${next++}`, method === 'PUT' ? load.size : 0)
  }
  await Promise.all(Array.from({ length: load.atOnce }, worker))
  return { ms: performance.now() - started, ticks: processorTicks(engine) - ticks }
}

function extract(commit: string, folder: string): void {
  mkdirSync(folder)
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1024 ** 3 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
}

/**
 * The embedded engine's speed: `engine [rounds] [--against <commit>]`. Each round runs every load on the engine of the
 * working tree and on that of `commit`, in turn; printed are the medians, and the median of the rounds' ratios.
 */
export async function benchEngine(args: string[]): Promise<void> {
  const at = args.indexOf('--against')
  const commit = at < 0 ? undefined : args[at + 1]
  const rounds = Number(args[0] === '--against' ? 5 : (args[0] ?? 5))
  const dir = mkdtempSync(join(tmpdir(), 'kho-bench-engine-'))
  const engines: Running[] = []
  try {
    engines.push(await start(root, join(dir, 'now')))
    if (commit) {
      extract(commit, join(dir, 'tree'))
      engines.push(await start(join(dir, 'tree'), join(dir, 'before')))
    }
    for (const engine of engines) await call(engine, 'PUT', '/bench')
    for (const load of loads) {
      for (const method of ['PUT', 'GET'] as const) {
        const costs: Cost[][] = engines.map(() => [])
        // The first round warms up.
        for (let round = 0; round <= rounds; round += 1) {
          const order = round % 2 === 0 ? [0, 1] : [1, 0]
          for (const which of order.filter(index => index < engines.length)) {
            const cost = await run(engines[which]!, method, load)
            if (round > 0) costs[which]!.push(cost)
          }
        }
        const [now = [], before] = costs
        const ms = median(now.map(cost => cost.ms))
        const speed = (load.count * load.size) / MiB / (ms / 1000)
        const each = `${ms.toFixed(0)} ms, ${speed.toFixed(1)} MiB/s, ${((load.count / ms) * 1000).toFixed(0)}/s`
        const ratio = (what: keyof Cost) =>
          median(now.map((cost, round) => before![round]![what] / cost[what])).toFixed(3)
        const against = before
          ? `; of ${commit}: ${ratio('ms')} of its speed, ${ratio('ticks')} by processor time`
          : ''
        console.log(`${method} ${load.name.padEnd(10)} ${each}${against}`)
      }
    }
  } finally {
    for (const { child, agent } of engines) {
      agent.destroy()
      child.kill('SIGKILL')
    }
    rmSync(dir, { recursive: true, force: true })
  }
}
