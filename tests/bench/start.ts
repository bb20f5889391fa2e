import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { stageProgram } from '../../build/release/program.ts'
import { root } from '../../server/program.ts'
import { announced } from '../releases/announced.ts'
import { median } from './median.ts'

const bareServer = `require('node:http')
  .createServer((request, response) => response.end())
  .listen(0, '127.0.0.1', function () { console.log('Kho is at http://127.0.0.1:' + this.address().port, 'S3 is at') })`

/** ms after which V8 has given back, without traffic, what the start has left. */
const idle = 30_000

/**
 * From `kho start` of the npm package to the first answer, on a new data folder and on one with data, beside a server of
 * Node's that answers with nothing; and the memory of each when idle.
 */
export async function benchStart(rounds: number): Promise<boolean> {
  const dir = mkdtempSync(join(tmpdir(), 'kho-start-'))
  try {
    const program = join(dir, 'kho')
    mkdirSync(program)
    await stageProgram(program, join(root, 'dist'))
    cpSync(join(root, 'node_modules/@node-rs'), join(program, 'node_modules/@node-rs'), { recursive: true })
    const data = join(dir, 'data')
    const kho = () => measure([join(program, 'bin/kho.cjs'), 'start'], data, dir)
    const node: Measured[] = []
    const first: Measured[] = []
    const again: Measured[] = []
    for (let round = 0; round < rounds; round++) {
      rmSync(data, { recursive: true, force: true })
      node.push(await measure(['-e', bareServer], data, dir))
      first.push(await kho())
      again.push(await kho())
    }
    report('Node alone', node)
    report('Kho, new folder', first)
    const { answered, memory } = report('Kho', again)
    console.log('aims: 1.0 s and 120 MB')
    return answered < 1000 && memory < 120
  } finally {
    rmSync(dir, { recursive: true })
  }
}

/** ms, and MB. */
type Measured = { answered: number; memory: number }

async function measure(args: string[], data: string, dir: string): Promise<Measured> {
  const began = performance.now()
  const child = spawn(process.execPath, args, {
    env: { XDG_CACHE_HOME: join(dir, 'cache'), KHO_DATA_DIR: data, KHO_PORT: '0', KHO_S3_PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  try {
    const { url } = await announced(child)
    await (await fetch(`${url}/api/health/ready`)).text()
    const answered = performance.now() - began
    await pause(idle)
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    return { answered, memory: (Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) * 1024) / 1e6 }
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

function report(name: string, measured: Measured[]): Measured {
  const answered = median(measured.map(each => each.answered))
  const memory = median(measured.map(each => each.memory))
  console.log(
    `${name.padEnd(16)} first answer after ${Math.round(answered)} ms, ${Math.round(memory)} MB when idle`,
  )
  return { answered, memory }
}
