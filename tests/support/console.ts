import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signInApi } from './api.ts'
import { count } from './count.ts'
import type { Ask } from './kho-child.ts'

/** The first user of every test console. Invented; it exists on loopback only, during the test. */
export const owner = { email: 'nguyen.van.an@example.com', password: 'Thu-nghiem-2026', pin: '2580' }

const running = new Set<() => void>()
// Of a test that failed before its end, and of `shared.ts`.
process.once('exit', () => {
  for (const end of running) end()
})

export type Console = {
  /** With its base path. */
  url: string
  /** The embedded engine's URL; empty with another storage. */
  s3Url: string
  dataDir: string
  /** The S3 keys of the first account. */
  keys(): Promise<{ accessKey: string; secretKey: string }>
  /** For how many ms its event loop was blocked at most since the last call; the first one begins. */
  longestBlock(): Promise<number>
  /** Sets the quota of the first account, in bytes; null: none. */
  setQuota(bytes: number | null): Promise<void>
  /** After `kill`, starts again with the same ports and data. */
  restart(): Promise<void>
  /** Of the current process. */
  pid(): number
  /** SIGKILL, if no other signal is named; resolves once the process has ended. */
  kill(signal?: NodeJS.Signals): Promise<void>
  /** Ends the process and deletes its data. */
  stop(): Promise<void>
}

/**
 * Starts the real server in its own process, with free ports and its own data folder. `env` extends its environment;
 * `minPartSize`: the engine's smallest part, in bytes; `demo` adds the sample data; `pin: false` leaves the first user
 * without a PIN. The log is `dataDir`/log unless `log` names another file.
 */
export async function startConsole(
  options: {
    env?: Record<string, string>
    minPartSize?: number
    demo?: boolean
    pin?: boolean
    dataDir?: string
    log?: string
  } = {},
): Promise<Console> {
  count('consoles')
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'kho-test-'))
  let child: ChildProcess
  let ports = { KHO_PORT: '0', KHO_S3_PORT: '0' }

  async function start(): Promise<{ url: string; s3Url: string }> {
    const log = openSync(options.log ?? join(dataDir, 'log'), 'a')
    child = fork(join(import.meta.dirname, 'kho-child.ts'), {
      stdio: ['ignore', log, log, 'ipc'],
      env: {
        ...process.env,
        ...ports,
        KHO_DATA_DIR: dataDir,
        KHO_ADMIN_EMAIL: owner.email,
        KHO_ADMIN_PASSWORD: owner.password,
        KHO_LOG_LEVEL: 'warn',
        KHO_DISK_RESERVE: '0',
        KHO_API_RATE: '0',
        ...(options.minPartSize === undefined ? {} : { TEST_MIN_PART_SIZE: String(options.minPartSize) }),
        ...(options.demo ? { TEST_DEMO: '1' } : {}),
        ...options.env,
      },
    })
    const died = once(child, 'exit').then(([code]) => {
      throw new Error(`The console ended with ${code}; its log is ${dataDir}/log`)
    })
    const [told] = await Promise.race([once(child, 'message'), died])
    died.catch(() => undefined)
    const { url, s3Url } = told as { url: string; s3Url: string }
    return { url: url + (options.env?.KHO_BASE_PATH ?? ''), s3Url }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }

  async function ask<T>(what: Ask): Promise<T> {
    const answered = once(child, 'message')
    child.send(what)
    const [answer] = await answered
    return answer as T
  }

  const endAtOnce = () => {
    child.kill('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 })
  }
  running.add(endAtOnce)
  const { url, s3Url } = await start()
  ports = { KHO_PORT: new URL(url).port, KHO_S3_PORT: s3Url ? new URL(s3Url).port : '0' }
  if (options.pin !== false) {
    const api = await signInApi(url, owner.email, owner.password)
    await api.call('PUT', '/user/init-pin', { pin: owner.pin })
    await api.call('POST', '/auth/logout')
  }
  return {
    url,
    s3Url: s3Url ?? '',
    dataDir,
    keys: async () => (await ask<{ keys: { accessKey: string; secretKey: string } }>({ keys: true })).keys,
    longestBlock: async () => (await ask<{ longestBlock: number }>({ longestBlock: true })).longestBlock,
    async setQuota(bytes) {
      await ask({ quota: bytes })
    },
    async restart() {
      await start()
    },
    pid: () => child.pid ?? 0,
    kill: (signal = 'SIGKILL') => end(signal),
    async stop() {
      await end('SIGTERM')
      running.delete(endAtOnce)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
