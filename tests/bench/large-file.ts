import { execFile } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import { promisify } from 'node:util'
import { type S3Server, signed } from './s3-server.ts'

const run = promisify(execFile)

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
