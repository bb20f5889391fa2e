import { ListMultipartUploadsCommand, type ListPartsCommand, type S3Client } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { totalUploads, uploadPage } from '../../server/storage/unfinished-uploads.ts'

const bucket = 'phim'
const own = { ID: 'kho', DisplayName: 'Kho' }

/** A storage with uploads of so many pages of parts, each of 10 bytes. */
function storageOf(pagesOfUploads: number[]) {
  let calls = 0
  const send = async (command: unknown) => {
    if (command instanceof ListMultipartUploadsCommand) {
      const Uploads = pagesOfUploads.map((_, at) => ({
        ...{ Key: `${at}`, UploadId: `id-${at}`, Initiator: own, Owner: own },
        Initiated: new Date(1_790_000_000_000 + at),
      }))
      return { Uploads, IsTruncated: false }
    }
    const { Key, PartNumberMarker = '0' } = (command as ListPartsCommand).input
    calls += 1
    const page = Number(PartNumberMarker) + 1
    const IsTruncated = page < pagesOfUploads[Number(Key)]!
    return { Parts: [{ Size: 10 }], IsTruncated, NextPartNumberMarker: `${page}` }
  }
  return { client: { send } as unknown as S3Client, calls: () => calls }
}

const sizes = async (client: S3Client) =>
  (await uploadPage(client, { bucket })).uploads.map(({ size }) => size)

test('all pages of parts are counted', async () => {
  const { client } = storageOf([1, 10, 2])
  expect(await sizes(client)).toEqual([10, 100, 20])
  expect(await totalUploads(client, bucket)).toEqual({
    ...{ count: 3, size: 130, complete: true, oldestAt: 1_790_000_000 },
  })
})

test('a page lists the parts of its uploads in 100 calls at most; sizes beyond are not known', async () => {
  const { client, calls } = storageOf([1, ...Array.from({ length: 15 }, () => 10)])
  const found = await sizes(client)
  expect(calls()).toBe(100)
  expect(found[0]).toBe(10)
  expect(found.filter(size => size === 100).length + found.filter(size => size === null).length).toBe(15)
  expect(found).toContain(null)
  expect((await totalUploads(client, bucket)).complete).toBe(false)
})
