import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer as createSocket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { createServer } from 'vite'
import { devPages } from './dev-pages.ts'

// `npm run dev`: the server, restarted when a file that it imports changes, and Vite in front of it. Both listen on
// loopback only, as the password of the sample account is known.

const root = join(import.meta.dirname, '..')
const host = '127.0.0.1'
const sample = { email: 'admin@kho.local', password: 'Kho-Sample-1' }

const apiPort = await freePort(process.env.KHO_PORT, 8080)
const s3Port = await freePort(process.env.KHO_S3_PORT, 9000)
const dataDir = process.env.KHO_DATA_DIR || join(root, 'data-dev')
const api = `http://${host}:${apiPort}`

const server = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', join(root, 'server/main.ts'), '--demo'],
  {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      KHO_LOG_LEVEL: 'warn',
      ...process.env,
      KHO_HOST: host,
      KHO_PORT: String(apiPort),
      KHO_S3_PORT: String(s3Port),
      KHO_DATA_DIR: dataDir,
      KHO_ADMIN_EMAIL: sample.email,
      KHO_ADMIN_PASSWORD: sample.password,
    },
  },
)
const ended = once(server, 'exit')
// Drop the server's own greeting, which names its own port; pass on its log and restart notices.
createInterface(server.stdout).on('line', line => {
  if (/^(\{|Restarting|Failed|Completed)/.test(line)) console.log(line)
})

const vite = await createServer(devPages(api))
await vite.listen()

let stopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
server.on('exit', stop)

await untilHealthy()
if (!stopping) {
  console.log(`
Kho is at     ${vite.resolvedUrls?.local[0]}
Flows, live   ${vite.resolvedUrls?.local[0]}flows/#/live
API           ${api}/api
S3            http://${host}:${s3Port}
Data          ${dataDir}
Sign in as    ${sample.email}
Password      ${sample.password}

The first sign-in asks for a PIN of your choice. Edits to src/ show at once; edits to server/ restart the
server. Ctrl+C stops both.
`)
}

async function untilHealthy(): Promise<void> {
  while (!stopping) {
    const answer = await fetch(`${api}/api/health`).catch(() => null)
    if (answer?.ok) return
    await delay(200)
  }
}

async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  server.kill()
  await Promise.all([vite.close(), ended])
  process.exit(0)
}

/** The port that the environment names, else `preferred`, else, where that is taken, any free one. */
async function freePort(named: string | undefined, preferred: number): Promise<number> {
  if (named && named !== '0') return Number(named)
  return (await listenOnce(named ? 0 : preferred)) ?? (await listenOnce(0))!
}

/** Briefly listens on `port` (0: any free one). Returns its number, or null if it is taken. */
async function listenOnce(port: number): Promise<number | null> {
  const socket = createSocket().listen(port, host)
  try {
    await once(socket, 'listening')
  } catch {
    return null
  }
  const { port: got } = socket.address() as { port: number }
  socket.close()
  await once(socket, 'close')
  return got
}
