import type { ListBucketsCommandInput, S3 } from '@aws-sdk/client-s3'
import { beforeAll, expect, test } from 'vitest'
import { failure, region } from '../support.ts'
import { differs, storageForAll } from './storage.ts'

// https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListBuckets.html

let client: S3
const { running } = storageForAll()
beforeAll(async () => {
  client = running.client({ keys: await running.account('lister') })
  for (const Bucket of ['log-2', 'log-1', 'zoo', 'log.3', 'attic']) await client.createBucket({ Bucket })
})

const list = async (options: ListBucketsCommandInput) => {
  const answer = await client.listBuckets(options)
  return { ...answer, names: answer.Buckets?.map(bucket => bucket.Name) ?? [] }
}

test('all buckets are listed by name, with the region', async () => {
  const all = await list({})
  expect(all.names).toEqual(['attic', 'log-1', 'log-2', 'log.3', 'zoo'])
  differs('list-buckets-pages')
  expect(new Set(all.Buckets?.map(bucket => bucket.BucketRegion))).toEqual(new Set([region]))
  expect([all.ContinuationToken, all.Prefix, all.Owner?.ID]).toEqual([undefined, undefined, 'lister'])
})

test('a prefix is literal, and named in the answer', async () => {
  const found = await list({ Prefix: 'log' })
  differs('list-buckets-pages')
  expect([found.names, found.Prefix]).toEqual([['log-1', 'log-2', 'log.3'], 'log'])
  expect((await list({ Prefix: 'l_g' })).names).toEqual([])
  expect((await list({ Prefix: '%' })).names).toEqual([])
})

test('pages of max-buckets follow each other to the end', async () => {
  const seen: (string | undefined)[] = []
  const sizes: number[] = []
  let ContinuationToken: string | undefined
  do {
    const page = await list({ Prefix: 'log', MaxBuckets: 2, ContinuationToken })
    seen.push(...page.names)
    sizes.push(page.names.length)
    ContinuationToken = page.ContinuationToken
  } while (ContinuationToken)
  differs('list-buckets-pages')
  expect([seen, sizes]).toEqual([
    ['log-1', 'log-2', 'log.3'],
    [2, 1],
  ])
  expect((await list({ MaxBuckets: 5 })).ContinuationToken).toBeUndefined()
})

test('another region is refused', async () => {
  differs('list-buckets-pages')
  expect(await failure(list({ BucketRegion: 'elsewhere-1' }))).toEqual({
    status: 400,
    code: 'InvalidArgument',
  })
  expect((await list({ BucketRegion: region })).names).toHaveLength(5)
})

test.each([0, 10_001])('%i as max-buckets is refused', async MaxBuckets => {
  differs('list-buckets-pages')
  expect(await failure(list({ MaxBuckets }))).toEqual({ status: 400, code: 'InvalidArgument' })
})

test('a token that no page gave is refused', async () => {
  differs('list-buckets-pages')
  expect(await failure(list({ ContinuationToken: 'bG9n' }))).toEqual({ status: 400, code: 'InvalidArgument' })
})
