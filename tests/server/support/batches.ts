import { request as send } from 'node:http'
import { crc32 } from 'node:zlib'
import type { UploadBatch } from '../../../openapi/schema.ts'
import type { Answer, Visitor } from './console.ts'

export type File = { key: string; bytes: Buffer; type?: string; crc32?: string }

/** As in `x-amz-checksum-crc32`. */
export function sumOf(bytes: Buffer): string {
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(bytes))
  return sum.toString('base64')
}

/** A body with all before the bytes of its files. */
export function framed(head: unknown, ...bytes: Buffer[]): Buffer {
  const json = Buffer.isBuffer(head) ? head : Buffer.from(JSON.stringify(head))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(json.length)
  return Buffer.concat([length, json, ...bytes])
}

export function headOf(files: File[]): UploadBatch {
  return {
    files: files.map(({ key, bytes, type, crc32 }) => ({
      ...{ key, size: bytes.length },
      ...(type !== undefined && { content_type: type }),
      ...(crc32 !== undefined && { crc32 }),
    })),
  }
}

export function putBatch(visitor: Visitor, bucket: string, files: File[]): Promise<Answer> {
  const body = framed(headOf(files), ...files.map(({ bytes }) => bytes))
  return visitor.call('POST', `/objects/put-batch?bucket=${bucket}`, new Uint8Array(body))
}

/** A batch whose body is sent in steps. `answer`: null if the connection ended without one. */
export function beginBatch(visitor: Visitor, bucket: string, headers: Record<string, string | number>) {
  const url = new URL(`${visitor.url}/api/objects/put-batch?bucket=${bucket}`)
  const sent = send(url, {
    method: 'POST',
    headers: {
      ...{ origin: visitor.url, cookie: visitor.cookie, 'content-type': 'application/octet-stream' },
      ...headers,
    },
  })
  const answer = new Promise<{ status: number; close: boolean; body: unknown } | null>(resolve => {
    sent.on('error', () => resolve(null))
    sent.on('response', async response => {
      const text = Buffer.concat(await response.toArray()).toString()
      const close = response.headers.connection === 'close'
      resolve({ status: response.statusCode ?? 0, close, body: JSON.parse(text) })
    })
  })
  return { sent, answer }
}
