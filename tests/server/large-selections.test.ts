import {
  CreateBucketCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Job } from '../../openapi/schema.ts'
import type { Visitor } from './support/console.ts'
import { endOf } from './support/jobs.ts'
import { clientOf, makePeople } from './support/people.ts'
import { onEmbedded } from './support/storages.ts'

const bucket = 'chon-het'
const names = Array.from({ length: 2500 }, (_, at) => `${String(at).padStart(4, '0')}.txt`)

let stop: (() => Promise<void>) | undefined
let endpoint: string
let visitor: Visitor
let client: S3Client

beforeAll(async () => {
  const found = await onEmbedded()
  ;({ endpoint, stop } = found)
  const people = await makePeople(found.console)
  const boss = await people.owner('an')
  visitor = await people.visit(boss)
  client = await clientOf(found.console, boss)
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  const left = names.values()
  const worker = async () => {
    for (const Key of left) await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: 'four' }))
  }
  await Promise.all(Array.from({ length: 16 }, worker))
})
afterAll(() => stop?.())

async function keysIn(Prefix: string): Promise<string[]> {
  const keys: string[] = []
  let token: string | undefined
  do {
    const page: { Contents?: { Key?: string }[]; NextContinuationToken?: string } = await client.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix, ContinuationToken: token }),
    )
    keys.push(...(page.Contents ?? []).map(({ Key = '' }) => Key))
    token = page.NextContinuationToken
  } while (token)
  return keys
}

async function byJob(method: 'PUT' | 'DELETE', path: string, body: object): Promise<Job> {
  const { body: answer } = await visitor.call(method, path, { bucket, ...body })
  return endOf(visitor, 'job' in (answer as object) ? (answer as { job: Job }).job : (answer as Job))
}

const all = { state: 'done', done: 2500, failed: 0, total: 2500 }
const under = (folder: string) => names.map(name => folder + name)

test('2,500 selected files are copied', async () => {
  const copied = await byJob('PUT', '/objects/copy', {
    ...{ keys: names, target_bucket: bucket, target_folder: 'chép/' },
  })
  expect(copied).toMatchObject({ ...all, bytes: 10_000 })
  expect(await keysIn('chép/')).toEqual(under('chép/'))
})

test('2,500 selected files are moved', async () => {
  const moved = await byJob('PUT', '/objects/move', {
    ...{ keys: under('chép/'), target_bucket: bucket, target_folder: 'dời/' },
  })
  expect(moved).toMatchObject(all)
  expect([await keysIn('dời/'), await keysIn('chép/')]).toEqual([under('dời/'), []])
})

test('2,500 selected files are made public', async () => {
  const statuses = async () => {
    const found = await Promise.all(
      [names[0]!, names[1000]!, names[2499]!].map(name => fetch(`${endpoint}/${bucket}/${name}`)),
    )
    return found.map(({ status }) => status)
  }
  expect(await statuses()).toEqual([403, 403, 403])
  expect(await byJob('PUT', '/objects/acl/many', { keys: names, acl: 'public' })).toMatchObject(all)
  expect(await statuses()).toEqual([200, 200, 200])
})

test('2,500 selected files are packed into one ZIP whose length is known in advance', async () => {
  const { status, body } = await visitor.call('POST', '/objects/zip', { bucket, keys: names })
  expect([status, body]).toEqual([201, expect.objectContaining({ entries: 2500, files: 2500 })])
  const { url, size } = body as { url: string; size: number }
  const answer = await fetch(visitor.url + url, { headers: { cookie: visitor.cookie } })
  expect([answer.headers.get('content-length'), (await answer.bytes()).length]).toEqual([`${size}`, size])
})

test('2,500 selected files are deleted, and no others', async () => {
  expect(await byJob('DELETE', '/objects/delete/many', { keys: names })).toMatchObject(all)
  expect(await keysIn('')).toEqual(under('dời/'))
})
