import { CompleteMultipartUploadCommand, ListPartsCommand, type S3Client } from '@aws-sdk/client-s3'
import { beforeAll, describe, expect, test } from 'vitest'
import { GiB, MiB } from '../../domain/limits.ts'
import { completeUpload } from '../../server/storage/multipart.ts'
import { problem } from './support/console.ts'
import { shared, sharedConsole } from './support/with-console.ts'

describe('an upload begun by the console', () => {
  const bucket = 'sizes'
  const console = sharedConsole()
  const visitor = shared(() => console.signedIn())
  beforeAll(async () => {
    await visitor.call('PUT', '/user/init-pin', { pin: '2580' })
    await visitor.call('POST', '/bucket', { bucket })
  })

  const begin = async (key: string, size: number) => {
    const answer = await visitor.call('POST', '/objects/start-upload', { bucket, key, size })
    return (answer.body as { upload_id: string }).upload_id
  }
  const sign = async (key: string, upload_id: string, ...part_numbers: number[]) => {
    const answer = await visitor.call('POST', '/objects/get-upload-url', {
      bucket,
      key,
      upload_id,
      part_numbers,
    })
    if (answer.status === 200) return null
    const { status, code } = problem(answer)
    return { status, code }
  }

  test('gets addresses for as many parts as its size needs', async () => {
    const beyond = { status: 400, code: 'INVALID_REQUEST' }
    const small = await begin('small', 1)
    expect([await sign('small', small, 1), await sign('small', small, 2)]).toEqual([null, beyond])
    const large = await begin('large', 11 * MiB)
    expect([await sign('large', large, 1, 2, 3), await sign('large', large, 3, 4)]).toEqual([null, beyond])
  })

  test('gets none with an id that was not given out for its key, its bucket and its size [V9.1.1]', async () => {
    const unknown = { status: 404, code: 'UPLOAD_NOT_FOUND' }
    const id = await begin('one', 1)
    const [engines = '', , mark] = id.split('.')
    expect([
      await sign('another', id, 1),
      await sign('one', engines, 1),
      await sign('one', `${engines}.zzzzz.${mark}`, 1),
      await sign('one', id, 1),
    ]).toEqual([unknown, unknown, unknown, null])
  })
})

describe('the completion of an upload', () => {
  /** A storage that holds parts of these sizes, and notes what it is asked. */
  function storage(sizes: number[]) {
    const asked: unknown[] = []
    const client = {
      send: async (command: unknown) => {
        asked.push(command)
        const Parts = sizes.map((Size, index) => ({ PartNumber: index + 1, Size, ETag: '"e"' }))
        return command instanceof ListPartsCommand ? { Parts } : { ETag: '"whole"' }
      },
    } as unknown as S3Client
    return { client, completed: () => asked.some(each => each instanceof CompleteMultipartUploadCommand) }
  }
  const upload = { bucket: 'b', key: 'k', uploadId: 'u' }
  const parts = [
    { part_number: 1, etag: '"e"' },
    { part_number: 2, etag: '"e"' },
  ]

  test('is refused where the storage holds 5 GiB or more of its parts', async () => {
    const { client, completed } = storage([5 * GiB - 1, 1])
    await expect(completeUpload(client, upload, parts)).rejects.toThrow(
      expect.objectContaining({ code: 'FILE_TOO_LARGE' }),
    )
    expect(completed()).toBe(false)
  })

  test('goes on with less, whatever else was sent', async () => {
    const { client, completed } = storage([5 * GiB - 2, 1, GiB])
    expect(await completeUpload(client, upload, parts)).toBe('"whole"')
    expect(completed()).toBe(true)
  })
})
