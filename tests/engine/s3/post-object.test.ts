import { createHash, createHmac } from 'node:crypto'
import { connect } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { hmac, signingKey } from '../../../server/s3/sigv4.ts'
import { newBucket } from '../for-file.ts'
import { failure, region } from '../support.ts'
import { differs, refusal, storageForAll } from './storage.ts'

// https://docs.aws.amazon.com/AmazonS3/latest/API/RESTObjectPOST.html
// https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html

const Bucket = 'forms'
const { running, client } = storageForAll()
const { text: read, bytes, head } = newBucket(client, Bucket)
beforeAll(() => client.createBucket({ Bucket: 'other' }))

type Condition = Record<string, string> | (string | number)[]
type Post = {
  fields?: Record<string, string>
  conditions?: unknown[]
  /** What replaces the policy's text. */
  policy?: string
  expiration?: string
  file?: string | Uint8Array<ArrayBuffer>
  filename?: string
  bucket?: string
  signature?: 'v4' | 'v2' | 'none'
  change?: (fields: Record<string, string>) => void
  /** When it is signed, in hours from now. */
  ahead?: number
}

const inAnHour = (): string => new Date(Date.now() + 3600_000).toISOString()

const signed = (post: Post): Record<string, string> => {
  const { accessKey, secretKey } = running.keys
  const fields: Record<string, string> = { key: 'foo.txt', ...post.fields }
  const timestamp = new Date(Date.now() + (post.ahead ?? 0) * 3600_000)
    .toISOString()
    .replace(/[-:]/g, '')
    .replace(/\.\d+/, '')
  const scope = `${timestamp.slice(0, 8)}/${region}/s3/aws4_request`
  if (post.signature === 'none') return fields
  if (post.signature === 'v2') fields.AWSAccessKeyId = accessKey
  else {
    fields['x-amz-algorithm'] = 'AWS4-HMAC-SHA256'
    fields['x-amz-credential'] = `${accessKey}/${scope}`
    fields['x-amz-date'] = timestamp
  }
  const conditions: Condition[] = [
    { bucket: Bucket },
    ...['x-amz-algorithm', 'x-amz-credential', 'x-amz-date'].map(name => ['starts-with', `$${name}`, '']),
  ]
  const given = post.conditions ?? [['starts-with', '$key', 'foo']]
  const text =
    post.policy ??
    JSON.stringify({ expiration: post.expiration ?? inAnHour(), conditions: [...conditions, ...given] })
  fields.policy = Buffer.from(text).toString('base64')
  if (post.signature === 'v2')
    fields.signature = createHmac('sha1', secretKey).update(fields.policy).digest('base64')
  else fields['x-amz-signature'] = hmac(signingKey(secretKey, scope), fields.policy).toString('hex')
  post.change?.(fields)
  return fields
}

const send = async (post: Post = {}) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(signed(post))) form.append(name, value)
  form.append('file', new Blob([post.file ?? 'bar']), post.filename ?? 'file.txt')
  form.append('submit', 'ignored behind the file')
  const answer = await fetch(`${running.url}/${post.bucket ?? Bucket}`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
  })
  const body = await answer.text()
  return { status: answer.status, headers: answer.headers, body, code: /<Code>(\w+)</.exec(body)?.[1] }
}

describe('a signed form', () => {
  test.each(['v4', 'v2'] as const)('%s stores its file, and answers 204', async signature => {
    const answer = await send({ signature, fields: { key: `foo-${signature}` } })
    expect([answer.status, answer.body]).toEqual([204, ''])
    expect(await read(`foo-${signature}`)).toBe('bar')
    differs('form-answer')
    expect(answer.headers.get('etag')).toBe('"37b51d194a7513e45b56f6524f2d51f2"')
    expect(answer.headers.get('location')).toBe(`${running.url}/${Bucket}/foo-${signature}`)
  })

  test.each([0, 1, 5000, 70_000, 3_000_000])('stores a file of %i bytes whole', async size => {
    const file = new Uint8Array(size).map((_, index) => (index * 7919) % 251)
    const hash = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
    expect((await send({ file, fields: { key: 'foo-sized' } })).status).toBe(204)
    expect(hash(await bytes('foo-sized'))).toBe(hash(file))
  })

  test('is encrypted where a field asks for it; the policy may have it, or not', async () => {
    const conditions = [
      ['starts-with', '$key', 'foo'],
      ['starts-with', '$x-amz-server-side-encryption', ''],
    ]
    const fields = { 'x-amz-server-side-encryption': 'AES256' }
    const encryption = async (post: Post) => {
      const answer = await send({ ...post, conditions })
      const { ServerSideEncryption } = await head('foo.txt')
      return [answer.status, answer.headers.get('x-amz-server-side-encryption'), ServerSideEncryption]
    }
    differs('encryption')
    expect(await encryption({ fields })).toEqual([204, 'AES256', 'AES256'])
    expect(await read('foo.txt')).toBe('bar')
    expect(await encryption({})).toEqual([204, null, undefined])
  })

  test('headers, metadata and class are those of its fields', async () => {
    const fields = {
      'Content-Type': 'text/plain',
      'Cache-Control': 'no-store',
      'x-amz-meta-who': 'trình',
      'x-ignore-note': 'not in the policy',
    }
    const conditions = [
      ['starts-with', '$key', ''],
      ['starts-with', '$Content-Type', 'text/'],
      { 'cache-control': 'no-store' },
      ['eq', '$x-amz-meta-who', 'trình'],
    ]
    expect((await send({ fields: { key: 'headed', ...fields }, conditions })).status).toBe(204)
    const { CacheControl, ContentType, Metadata } = await head('headed')
    expect(ContentType).toBe('text/plain')
    expect(Buffer.from(Metadata?.who ?? '', 'latin1').toString('utf8')).toBe('trình')
    differs('form-fields')
    expect(CacheControl).toBe('no-store')
  })

  test.each([
    ['photo.jpg', 'foo/photo.jpg'],
    ['C:\\Users\\me\\photo.jpg', 'foo/photo.jpg'],
    ['a/b/đường.txt', 'foo/đường.txt'],
    ['$& $1.txt', 'foo/$& $1.txt'],
  ])('the variable filename becomes the name of the file: %s', async (filename, key) => {
    expect((await send({ fields: { key: `foo/\${filename}` }, filename })).status).toBe(204)
    differs('form-filename', filename.includes('/'))
    expect(await read(key)).toBe('bar')
  })

  test('names of fields, of conditions and of their operators know no case', async () => {
    const conditions = [['StArTs-WiTh', '$KeY', 'foo']]
    const change = (fields: Record<string, string>): void => {
      fields.kEy = fields.key ?? ''
      delete fields.key
    }
    expect((await send({ conditions, change })).status).toBe(204)
  })

  test('a dollar sign may be escaped as S3 does', async () => {
    const policy = `{"expiration":"${inAnHour()}","conditions":[{"bucket":"${Bucket}"},["eq","$key","\\$foo"],["starts-with","$x-amz-algorithm",""],["starts-with","$x-amz-credential",""],["starts-with","$x-amz-date",""]]}`
    differs('form-escape')
    expect((await send({ fields: { key: '$foo' }, policy })).status).toBe(204)
  })

  test('its checksum is verified and kept, and needs no condition', async () => {
    const conditions = [['starts-with', '$key', 'foo']]
    const right = createHash('sha256').update('bar').digest('base64')
    const field = 'x-amz-checksum-sha256'
    const stored = await send({ fields: { key: 'foo-sum', [field]: right }, conditions })
    differs('checksums')
    expect([stored.status, stored.headers.get(field)]).toEqual([204, right])
    const wrong = createHash('sha256').update('baz').digest('base64')
    const refused = await send({ fields: { key: 'foo-wrong', [field]: wrong }, conditions })
    expect([refused.status, refused.code]).toEqual([400, 'BadDigest'])
    expect(await failure(read('foo-wrong'))).toMatchObject({ code: 'NoSuchKey' })
  })
})

describe('the answer', () => {
  const conditions = [
    ['starts-with', '$key', 'foo'],
    ['starts-with', '$success_action_status', ''],
    ['starts-with', '$success_action_redirect', ''],
  ]
  test('is 201 with a document, 200, or 204 for any other status', async () => {
    const post = (success_action_status: string) => send({ fields: { success_action_status }, conditions })
    const created = await post('201')
    expect([created.status, created.headers.get('content-type')]).toEqual([201, 'application/xml'])
    expect([(await post('200')).status, (await post('404')).status]).toEqual([200, 204])
    differs('form-answer')
    expect(created.body).toContain(
      `<PostResponse><Location>${running.url}/${Bucket}/foo.txt</Location><Bucket>${Bucket}</Bucket><Key>foo.txt</Key><ETag>&quot;37b51d194a7513e45b56f6524f2d51f2&quot;</ETag></PostResponse>`,
    )
  })

  test('goes on to an address of the web, and to no other [V3.7.2]', async () => {
    const post = (success_action_redirect: string) =>
      send({ fields: { success_action_redirect }, conditions })
    const answer = await post('https://example.com/done?a=1#top')
    differs('form-redirect')
    expect((await post('javascript:alert(1)')).status).toBe(204)
    expect((await post('nowhere')).status).toBe(204)
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      `https://example.com/done?a=1&bucket=${Bucket}&key=foo.txt&etag=%2237b51d194a7513e45b56f6524f2d51f2%22#top`,
    ])
  })
})

describe('a form is refused', () => {
  const refused: [string, Post, number, string][] = [
    ['by a condition on the key', { fields: { key: 'bar' } }, 403, 'AccessDenied'],
    ['for another bucket', { bucket: 'other' }, 403, 'AccessDenied'],
    ['for no bucket', { bucket: 'no-such-bucket' }, 404, 'NoSuchBucket'],
    ['with a field that no condition names', { fields: { 'x-amz-meta-a': 'b' } }, 403, 'AccessDenied'],
    [
      'without a field that a condition wants',
      { conditions: [['starts-with', '$key', ''], { acl: 'private' }] },
      403,
      'AccessDenied',
    ],
    ['after its expiration', { expiration: '2020-01-01T00:00:00Z' }, 403, 'AccessDenied'],
    [
      'with a date that S3 does not know',
      { expiration: '2099-01-01 00:00:00' },
      400,
      'InvalidPolicyDocument',
    ],
    ['with a policy that is no JSON', { policy: '{' }, 400, 'InvalidPolicyDocument'],
    [
      'that was signed in a time to come',
      { ahead: 30, conditions: [['starts-with', '$key', '']] },
      403,
      'AccessDenied',
    ],
    [
      'by a condition on a field without a dollar sign',
      { conditions: [['eq', 'key', 'foo.txt']] },
      403,
      'AccessDenied',
    ],
    [
      'by a size that is no number',
      {
        conditions: [
          ['starts-with', '$key', ''],
          ['content-length-range', 'a', 'b'],
        ],
      },
      403,
      'AccessDenied',
    ],
    ['without conditions', { policy: `{"expiration":"${inAnHour()}"}` }, 400, 'InvalidPolicyDocument'],
    [
      'without an expiration',
      { policy: '{"conditions":[{"bucket":"forms"}]}' },
      400,
      'InvalidPolicyDocument',
    ],
    ['with an empty condition', { conditions: [{}] }, 400, 'InvalidPolicyDocument'],
    [
      'with a size range of one number',
      { conditions: [['content-length-range', 0]] },
      400,
      'InvalidPolicyDocument',
    ],
    ['with a negative size', { conditions: [['content-length-range', -1, 0]] }, 400, 'InvalidPolicyDocument'],
    [
      'above its size',
      {
        conditions: [
          ['starts-with', '$key', ''],
          ['content-length-range', 0, 2],
        ],
      },
      400,
      'EntityTooLarge',
    ],
    [
      'below its size',
      {
        conditions: [
          ['starts-with', '$key', ''],
          ['content-length-range', 4, 9],
        ],
      },
      400,
      'EntityTooSmall',
    ],
    [
      'with a wrong signature',
      { change: fields => (fields['x-amz-signature'] = 'a'.repeat(64)) },
      403,
      'SignatureDoesNotMatch',
    ],
    [
      'with a wrong signature of version 2',
      { signature: 'v2', change: fields => (fields.signature = 'aaaa') },
      403,
      'SignatureDoesNotMatch',
    ],
    [
      'with a changed policy',
      { change: fields => (fields.policy = `${fields.policy}AA`) },
      403,
      'SignatureDoesNotMatch',
    ],
    [
      'with an unknown key',
      { signature: 'v2', change: fields => (fields.AWSAccessKeyId = 'nobody') },
      403,
      'InvalidAccessKeyId',
    ],
    ['without its signature', { change: fields => delete fields['x-amz-signature'] }, 400, 'InvalidArgument'],
    ['without its policy', { change: fields => delete fields.policy }, 400, 'InvalidArgument'],
    ['without a key', { change: fields => delete fields.key }, 400, 'InvalidArgument'],
    ['with an empty key', { fields: { key: '' } }, 400, 'InvalidArgument'],
    ['with too long a key', { fields: { key: 'foo'.repeat(342) } }, 400, 'KeyTooLongError'],
    [
      'with fields above 20 KiB',
      { fields: { 'x-ignore-a': 'a'.repeat(20 * 1024) } },
      400,
      'MaxPostPreDataLengthExceededError',
    ],
    [
      'with customer keys',
      {
        fields: { 'x-amz-server-side-encryption-customer-algorithm': 'AES256' },
        conditions: [
          ['starts-with', '$key', ''],
          ['starts-with', '$x-amz-server-side-encryption-customer-algorithm', ''],
        ],
      },
      501,
      'NotImplemented',
    ],
    [
      'with an unknown encryption',
      {
        fields: { 'x-amz-server-side-encryption': 'AES192' },
        conditions: [
          ['starts-with', '$key', ''],
          ['starts-with', '$x-amz-server-side-encryption', ''],
        ],
      },
      400,
      'InvalidArgument',
    ],
    [
      'with a header in two lines',
      {
        fields: { 'Cache-Control': 'no-store\nset-cookie: a=b' },
        conditions: [
          ['starts-with', '$key', ''],
          ['starts-with', '$cache-control', ''],
        ],
      },
      400,
      'InvalidArgument',
    ],
    ['from anybody, where nothing grants it', { signature: 'none' }, 403, 'AccessDenied'],
  ]
  const taken = new Set([
    'that was signed in a time to come',
    'with a date that S3 does not know',
    'with too long a key',
    'with fields above 20 KiB',
    'with a header in two lines',
  ])
  test.each(refused)('%s', async (name, post, status, code) => {
    const before = running.files()
    const answer = await send({ file: 'barbarbar'.slice(0, 3), ...post })
    differs('form-checks', taken.has(name))
    expect({ status: answer.status, code: answer.code }).toEqual(refusal({ status, code }))
    expect(running.files()).toEqual(before)
  })

  test('by a key that may only read', async () => {
    const { accessKey, secretKey } = await running.subUser('read')
    const change = (fields: Record<string, string>): void => {
      fields.AWSAccessKeyId = accessKey
      fields.signature = createHmac('sha1', secretKey)
        .update(fields.policy ?? '')
        .digest('base64')
    }
    expect((await send({ signature: 'v2', change })).code).toBe('AccessDenied')
  })
})

describe('a body', () => {
  const raw = async (body: string, type = 'multipart/form-data; boundary=xx') => {
    const answer = await fetch(`${running.url}/${Bucket}`, {
      method: 'POST',
      body,
      headers: { 'content-type': type },
    })
    return { status: answer.status, code: /<Code>(\w+)</.exec(await answer.text())?.[1] }
  }
  test('that is no form is refused', async () => {
    expect(await raw('a=b', 'application/x-www-form-urlencoded')).toEqual(
      refusal({ status: 412, code: 'PreconditionFailed' }),
    )
    expect(await raw('a=b', 'multipart/form-data')).toEqual(
      refusal({ status: 412, code: 'PreconditionFailed' }),
    )
    expect(await raw('nothing of the kind')).toEqual(refusal({ status: 400, code: 'MalformedPOSTRequest' }))
    expect(await raw('--xx\r\n\r\nvalue\r\n--xx--\r\n')).toEqual(
      refusal({ status: 400, code: 'MalformedPOSTRequest' }),
    )
    expect(await raw('--xx\r\nContent-Disposition: form-data; name="key"\r\n\r\nk\r\n--xx--\r\n')).toEqual(
      refusal({ status: 400, code: 'InvalidArgument' }),
    )
  })

  test('without the end of its file is refused, and nothing stays', async () => {
    const before = running.files()
    const fields = Object.entries(signed({})).map(
      ([name, value]) => `--xx\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    const file = '--xx\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nbar'
    differs('form-checks')
    const malformed = { status: 400, code: 'MalformedPOSTRequest' }
    expect(await raw(`${fields.join('')}${file}`)).toEqual(malformed)
    expect(running.files()).toEqual(before)
  })

  test('in pieces of one byte is stored as it was sent', async () => {
    const fields = Object.entries(signed({ fields: { key: 'foo-bytes' } })).map(
      ([name, value]) => `--xx\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    const content = `a\r\n--x\r\n--xy\r\n${'-'.repeat(100)}\r`
    const body = `${fields.join('')}--xx\r\nContent-Disposition: form-data; name="file"\r\n\r\n${content}\r\n--xx--\r\n`
    const answer = await new Promise<string>((resolve, reject) => {
      let text = ''
      const socket = connect(running.port, '127.0.0.1', () => {
        socket.setNoDelay(true)
        socket.write(
          `POST /${Bucket} HTTP/1.1\r\nHost: 127.0.0.1:${running.port}\r\nContent-Type: multipart/form-data; boundary="xx"\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`,
        )
        for (const byte of body) socket.write(byte)
      })
      socket
        .on('data', piece => {
          text += piece
        })
        .on('error', reject)
        .on('close', () => resolve(text))
    })
    expect(answer).toMatch(/^HTTP\/1\.1 204 /)
    expect(await read('foo-bytes')).toBe(content)
  })
})
