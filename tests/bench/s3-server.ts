import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import type { ProcessOptions } from '../engine/engine-process.ts'
import { signHeaders } from '../support/sign-s3.ts'

/** An S3 server on this machine, and the keys to sign with. */
export type S3Server = {
  name: string
  host: string
  port: number
  region: string
  keys: { accessKey: string; secretKey: string }
}

export type EngineProcess = S3Server & { child: ChildProcess }

export const root = join(import.meta.dirname, '..', '..')
const keys = { accessKey: 'BENCHENGINE', secretKey: 'of the bench alone' }

/** The engine of the source tree `tree`, on the folder `dir`, in a process of its own. */
export async function startEngine(
  tree: string,
  dir: string,
  options: ProcessOptions = {},
): Promise<EngineProcess> {
  const program = join(tree, 'tests', 'engine', 'engine-process.ts')
  const child = spawn(
    process.execPath,
    [program, dir, keys.accessKey, keys.secretKey, JSON.stringify(options)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { name: 'engine', host: '127.0.0.1', port: Number(line.toString()), region: 'kho-1', keys, child }
}

export async function stopEngine({ child }: EngineProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Clock ticks that the process has had of the processors, all threads together; 0 where there is no /proc. */
export function processorTicks({ child }: EngineProcess): number {
  try {
    const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return Number(fields[11]) + Number(fields[12])
  } catch {
    return 0
  }
}

/** Milliseconds of a processor in a clock tick: Linux's USER_HZ is 100. */
export const TICK_MS = 10

export function signed(server: S3Server, method: string, path: string, query = ''): Record<string, string> {
  const { host, port, region, keys } = server
  const payloadHash = 'UNSIGNED-PAYLOAD'
  return signHeaders({ method, host: `${host}:${port}`, path, query, region, keys, payloadHash })
}

const agent = new Agent({ keepAlive: true })

/** One request; resolves with the answer's bytes when it was read. @throws Error for another status than 200 */
export function call(
  server: S3Server,
  method: string,
  path: string,
  { query = '', body = Buffer.alloc(0) }: { query?: string; body?: Buffer } = {},
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const { host, port } = server
    const headers = { ...signed(server, method, path, query), 'content-length': body.length }
    const url = query === '' ? path : `${path}?${query}`
    const sending = request({ host, port, agent, method, path: url, headers }, response => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('error', reject).on('end', () => {
        const answer = Buffer.concat(pieces)
        if (response.statusCode === 200) resolve(answer)
        else reject(new Error(`${method} ${url}: ${response.statusCode} ${answer}`))
      })
    })
    sending.on('error', reject)
    sending.end(body)
  })
}

export const closeConnections = (): void => agent.destroy()
