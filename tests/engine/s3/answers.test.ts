import { createHash } from 'node:crypto'
import aws4 from 'aws4'
import { beforeAll, describe, expect, test } from 'vitest'
import { signHeaders } from '../../support/sign-s3.ts'
import { type Keys, region, type Answer as Sent, send } from '../support.ts'
import { acls } from './answers/acls.ts'
import type { Answer, Request } from './answers/answer.ts'
import { buckets } from './answers/buckets.ts'
import { copies } from './answers/copies.ts'
import { cors } from './answers/cors.ts'
import { deletions } from './answers/deletions.ts'
import { forms } from './answers/forms.ts'
import { listings } from './answers/listings.ts'
import { locks } from './answers/locks.ts'
import { multipart } from './answers/multipart.ts'
import { reads } from './answers/reads.ts'
import { tagging } from './answers/tagging.ts'
import { writes } from './answers/writes.ts'
import { embeddedOnly, storageForAll } from './storage.ts'

const tables = {
  ...{ acls, buckets, copies, cors, deletions, forms },
  ...{ listings, locks, multipart, reads, tagging, writes },
}

let keys: Record<'owner' | 'other', Keys>
let made = 0

const { running } = storageForAll({ minPartSize: 1 })
beforeAll(async () => {
  keys = { owner: running.keys, other: await running.account('other') }
})

const fill = (text: string, kept: Map<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => kept.get(name) ?? whole)

const textsOf = (xml: string, name: string): string[] =>
  Array.from(xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>|<${name}/>`, 'g')), match => match[1] ?? '')

const ask = async (request: Request, kept: Map<string, string>): Promise<Sent> => {
  const [method = '', target = ''] = fill(request.line, kept).split(' ')
  const [path = '', query = ''] = target.split('?')
  const body = fill(request.body ?? '', kept)
  const own = Object.entries(request.headers ?? {}).map(([name, value]) => [name, fill(value, kept)])
  const headers: Record<string, string> = Object.fromEntries(own)
  if (body !== '' || method === 'PUT' || method === 'POST')
    headers['content-length'] ??= String(Buffer.byteLength(body))
  if (query === 'delete' || query === 'cors')
    headers['content-md5'] ??= createHash('md5').update(body).digest('base64')
  const { as = 'owner' } = request
  const host = `127.0.0.1:${running.port}`
  if (request.presigned && as !== 'anybody') {
    const { accessKey: accessKeyId, secretKey: secretAccessKey } = keys[as]
    const asked = { service: 's3', region, host, method, path: target, headers, signQuery: true }
    return send(running, { method, path: aws4.sign(asked, { accessKeyId, secretAccessKey }).path, body })
  }
  const signed =
    as === 'anybody'
      ? headers
      : signHeaders({
          ...{ method, path, query, region, headers, keys: keys[as] },
          host,
          payloadHash: headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD',
        })
  return send(running, { method, path: target, headers: signed, body })
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/ */
describe.each(Object.entries(tables))('S3’s answers: %s', (_, rows) => {
  test.each(rows.map(row => [row.name, row] as const))('%s', async (_, of: Answer) => {
    const row = { ...of, ...of.instead }
    embeddedOnly('holds the embedded engine to S3’s answers')
    made += 1
    const kept = new Map([['b', `answers-${made}`]])
    for (const request of [{ line: 'PUT /{b}' }, ...(row.given ?? [])] as Request[]) {
      const answer = await ask(request, kept)
      expect([request.line, answer.status, answer.code]).toEqual([
        request.line,
        expect.toSatisfy(status => status < 300),
        undefined,
      ])
      for (const [name, of] of Object.entries(request.save ?? {})) {
        const value = of.startsWith('<')
          ? textsOf(answer.body.toString(), of.slice(1, -1))[0]
          : String(answer.headers[of])
        kept.set(name, value ?? '')
      }
    }
    const answer = await ask(row.request, kept)
    const xml = answer.body.toString()
    expect({
      status: answer.status,
      code: answer.code,
      headers: Object.fromEntries(
        Object.keys(row.headers ?? {}).map(name => [name, answer.headers[name] ?? null]),
      ),
      fields: Object.fromEntries(Object.keys(row.fields ?? {}).map(name => [name, textsOf(xml, name)])),
      ...(row.body !== undefined && { body: xml }),
    }).toEqual({
      status: row.status,
      code: row.code,
      headers: Object.fromEntries(
        Object.entries(row.headers ?? {}).map(([name, value]) => [name, value && fill(value, kept)]),
      ),
      fields: Object.fromEntries(
        Object.entries(row.fields ?? {}).map(([name, texts]) => [
          name,
          texts.map(text => (typeof text === 'string' ? fill(text, kept) : text)),
        ]),
      ),
      ...(row.body !== undefined && { body: fill(row.body, kept) }),
    })
  })
})
