import { createHash, createHmac } from 'node:crypto'
import { S3RequestPresigner } from '@aws-sdk/s3-request-presigner'
import { expect, test } from 'vitest'
import { attachment } from '../../server/storage/objects.ts'
import { makePresigner } from '../../server/storage/presign.ts'

const now = Date.UTC(2026, 10, 20, 22, 31, 29, 987)
const keys = { accessKey: 'AKIAEXAMPLE', secretKey: 'example/secret+key' }
const region = 'vn-1'

class Sha256 {
  readonly #hash
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret as string)
  }
  update(data: string | Uint8Array): void {
    this.#hash.update(data)
  }
  async digest(): Promise<Uint8Array> {
    return new Uint8Array(this.#hash.digest())
  }
  reset(): void {
    throw new Error('A digest is made once.')
  }
}

/** The query that the SDK signs for the same request. */
async function signedBySdk(method: string, path: string, query: Record<string, string>) {
  const credentials = { accessKeyId: keys.accessKey, secretAccessKey: keys.secretKey }
  const presigner = new S3RequestPresigner({ credentials, region, sha256: Sha256 })
  const host = {
    protocol: 'http:',
    hostname: 'kho.example',
    port: 8080,
    headers: { host: 'kho.example:8080' },
  }
  const request = { ...host, method, path, query }
  const options = { expiresIn: 3600, signingDate: new Date(now) }
  const { query: signed } = await presigner.presign(
    request as Parameters<typeof presigner.presign>[0],
    options,
  )
  return signed
}

test.each([
  ['PUT', 'plain.txt', '/s3/bucket/plain.txt', {}],
  ['PUT', 'Tết 2026/a+b%#?.txt', '/s3/bucket/T%E1%BA%BFt%202026/a%2Bb%25%23%3F.txt', {}],
  [
    'PUT',
    "it's (1)*!.txt",
    '/s3/bucket/it%27s%20%281%29%2A%21.txt',
    { partNumber: '3', uploadId: '2~a b/c' },
  ],
  ['GET', '/a//b', '/s3/bucket//a//b', { 'response-content-disposition': attachment('Ảnh "1".jpg') }],
  ['GET', '../a/./b', '/s3/bucket/../a/./b', {}],
] as const)('%s %s is signed as the SDK signs it', async (method, key, path, query) => {
  const presign = makePresigner({ endpoint: 'http://kho.example:8080/s3/', region, keys, now })
  const url = new URL(presign({ method, bucket: 'bucket', key, query }))
  expect(Object.fromEntries(url.searchParams)).toEqual(await signedBySdk(method, path, query))
  expect([url.origin, decodeURIComponent(url.pathname)]).toEqual([
    'http://kho.example:8080',
    `/s3/bucket/${key}`,
  ])
})

test('a browser leaves the path of every key as it was signed [V1.1.1, V1.2.2]', () => {
  const presign = makePresigner({ endpoint: 'https://s3.example', region, keys, now })
  for (const key of ['.', '..', '../..', 'a/..', 'a/../b', './a', 'a/.', '/../', '%2e%2e/a', '...']) {
    const { pathname } = new URL(presign({ method: 'GET', bucket: 'bucket', key }))
    expect(decodeURIComponent(pathname)).toBe(`/bucket/${key}`)
  }
})
