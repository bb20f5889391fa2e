import { execFile, spawn, spawnSync } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type S3Server, signed } from './s3-server.ts'

const run = promisify(execFile)

export const isInstalled = (program: string): boolean => spawnSync('which', [program]).status === 0

/** Writes a file of bytes that do not compress. */
export function writeLarge(file: string, size: number): void {
  const block = randomFillSync(Buffer.alloc(8 * 1024 ** 2))
  const fd = openSync(file, 'w')
  for (let written = 0; written < size; written += block.length) writeSync(fd, block)
  closeSync(fd)
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** ms of `md5sum` of the file beside a copy of it with fdatasync. */
export const md5AndWrite = (file: string): Promise<number> =>
  timed(() =>
    Promise.all([
      run('md5sum', [file]),
      run('dd', [`if=${file}`, `of=${file}.copy`, 'bs=1M', 'conv=fdatasync', 'status=none']),
    ]),
  )

/** ms of a PUT of the file by curl. */
export const putFile = (server: S3Server, path: string, file: string): Promise<number> => {
  const headers = Object.entries(signed(server, 'PUT', path)).flatMap(([name, value]) => [
    '-H',
    `${name}: ${value}`,
  ])
  const url = `http://${server.host}:${server.port}${path}`
  return timed(() => run('curl', ['-sSf', '-o', '/dev/null', '-T', file, '-H', 'Expect:', ...headers, url]))
}

/** ms of a GET by curl, from the server or, unsigned, from any URL. */
export const getFile = (from: S3Server | string, path: string): Promise<number> => {
  const isServer = typeof from !== 'string'
  const headers = isServer
    ? Object.entries(signed(from, 'GET', path)).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
    : []
  const url = `${isServer ? `http://${from.host}:${from.port}` : from}${path}`
  return timed(() => run('curl', ['-sSf', '-o', '/dev/null', ...headers, url]))
}

/** nginx that serves `folder`, its own files below `dir`. */
export async function startNginx(
  dir: string,
  folder: string,
  port: number,
): Promise<{ url: string; stop(): Promise<void> }> {
  mkdirSync(dir)
  const file = join(dir, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map(kind => `${kind}_temp_path ${dir}/${kind};`)
    .join(' ')
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  writeFileSync(
    file,
    `${user} daemon off; worker_processes 1; pid ${dir}/pid; error_log ${dir}/error.log;
events {}
http { access_log off; sendfile on; tcp_nopush on; ${temporary}
  server { listen 127.0.0.1:${port}; root ${folder}; } }
`,
  )
  const child = spawn('nginx', ['-p', dir, '-c', file, '-e', join(dir, 'error.log')], { stdio: 'ignore' })
  const exited = once(child, 'exit')
  for (let tries = 0; !(await accepts(port)); tries++) {
    if (tries === 100 || child.exitCode !== null) throw new Error('nginx did not start.')
    await pause(50)
  }
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}

const accepts = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
