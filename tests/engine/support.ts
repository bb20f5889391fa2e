import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { S3, type S3ClientConfig, S3ServiceException } from '@aws-sdk/client-s3'
import {
  type Engine,
  type EngineOptions,
  type HandleOptions,
  openEngine,
} from '../../server/engine/engine.ts'
import { listen, makeServer } from '../../server/http/servers.ts'
import { makeCertificate } from '../support/certificate.ts'

export type Keys = { accessKey: string; secretKey: string }
export type Running = {
  engine: Engine
  dir: string
  url: string
  port: number
  keys: Keys
  client(options?: S3ClientConfig & { keys?: Keys }): S3
  /** Closes server, engine and clients; `keep`: the folder stays. */
  stop(options?: { keep?: boolean }): Promise<void>
}

export const region = 'kho-1'

export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'kho-engine-test-'))

/** An engine behind a real server on a free port of this machine, with a user `owner` and a key of full control. */
export const startEngine = async (
  options: Partial<EngineOptions> & { handle?: HandleOptions; tls?: boolean } = {},
): Promise<Running> => {
  const { handle, tls, ...rest } = options
  const dir = options.dir ?? temporaryFolder()
  const engine = await openEngine({ region, secret: new Uint8Array(32).fill(7), ...rest, dir })
  engine.admin.putUser({ uid: 'owner', displayName: 'Owner' })
  const keys = engine.admin.createKey('owner', 'full')
  const files = tls ? makeCertificate(dir) : undefined
  const pem = files ? { key: readFileSync(files.key, 'utf8'), cert: readFileSync(files.cert, 'utf8') } : null
  const server = makeServer(pem, (request, response, awaitsContinue) => {
    // A client sets its clock by the answer's.
    if (rest.now) response.setHeader('date', new Date(rest.now()).toUTCString())
    engine.handle(request, response, awaitsContinue ? { ...handle, awaitsContinue } : handle)
  })
  const port = await listen(server, '127.0.0.1', 0)
  const url = `${tls ? 'https' : 'http'}://127.0.0.1:${port}`
  const clients: S3[] = []
  return {
    engine,
    dir,
    url,
    port,
    keys,
    client: ({ keys: own = keys, ...config } = {}) => {
      const client = new S3({
        region,
        endpoint: `${url}${handle?.base ?? ''}`,
        forcePathStyle: true,
        credentials: { accessKeyId: own.accessKey, secretAccessKey: own.secretKey },
        maxAttempts: 1,
        ...config,
      })
      clients.push(client)
      return client
    },
    stop: async ({ keep = false } = {}) => {
      for (const client of clients) client.destroy()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
      await engine.close()
      if (!keep) rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** What a call fails with: HTTP status and S3 code; `undefined` when it succeeds. */
export const failure = async (
  call: Promise<unknown>,
): Promise<{ status: number | undefined; code: string } | undefined> => {
  try {
    await call
    return undefined
  } catch (error) {
    if (!(error instanceof S3ServiceException)) throw error
    return { status: error.$metadata.httpStatusCode, code: error.name }
  }
}

export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer; code: string | undefined }

/** One request, the path exactly as given. `code`: the S3 code of an XML error. */
export const send = (
  target: { port: number },
  options: {
    method?: string
    path: string
    headers?: Record<string, string | number>
    body?: Buffer | string
  },
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        host: '127.0.0.1',
        port: target.port,
        method: options.method ?? 'GET',
        path: options.path,
        headers: options.headers ?? {},
        agent: false,
      },
      response => {
        const pieces: Buffer[] = []
        response.on('data', (piece: Buffer) => pieces.push(piece))
        response.on('error', reject)
        response.on('end', () => {
          const body = Buffer.concat(pieces)
          const code = /<Error><Code>(\w+)<\/Code>/.exec(body.toString('utf8'))?.[1]
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body, code })
        })
      },
    )
    request.on('error', reject)
    request.end(options.body)
  })

/** Files in an engine's folder: temporary ones, and those with objects' bytes. */
export const filesOf = (dir: string): { temporary: string[]; blobs: string[] } => ({
  temporary: readdirSync(join(dir, 'tmp')),
  blobs: blobPaths(dir).map(path => basename(path)),
})

export const blobPaths = (dir: string): string[] =>
  readdirSync(join(dir, 'data'), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))

/** Waits until `condition` holds, looking again at each turn of the event loop. The test's own time limit ends it. */
export const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise(resolve => setTimeout(resolve, 5))
}

/** Numbers 0 ≤ n < 1 from a seed (mulberry32), so that a failing run can be had again. */
export const seeded = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Keys that are legal and awkward. */
export const oddKeys = [
  'with space.txt',
  ' leading and trailing ',
  '100%.txt',
  '%41.txt',
  'a+b.txt',
  'a#b.txt',
  'a?b=c&d.txt',
  'double//slash.txt',
  '/leading.txt',
  'up/../down/./here.txt',
  '..',
  'quote"\'<&>.txt',
  "!'()*~;:@$,=[]{}|\\^`.txt",
  'tiếng Việt/đường dẫn.txt',
  'e\u0301 decomposed.txt',
  'emoji 😀👨‍👩‍👧.txt',
  'control\u0001\u001f\u007f.txt',
  'line\nbreak\r\ttab.txt',
  'ends with slash/',
  '__proto__',
  'constructor',
  '1',
  '\u{10ffff}last',
  `${'ữ'.repeat(341)}x`,
]
