import { expect, test } from 'vitest'
import type { Job } from '../../openapi/schema.ts'
import { endOf, failuresOf, keysAndCodes } from './support/jobs.ts'
import { type Limited, makeLimited, ok } from './support/limited.ts'
import { request, type Said } from './support/requests.ts'
import { onEachStorage } from './support/storages.ts'

// What a bucket's policy denies a sub-user by S3, the console neither does for it nor tells it.

const bucket = 'kin'
const path = 'secret/a.txt'
const file = { values: { bucket, path }, body: { bucket, path } }

/** What tells of a denied file. */
const toldOfFile: Record<string, Said> = {
  ...Object.fromEntries(
    ['getObjectDetails', 'getObjectTags', 'getObjectAcl', 'getObjectRetention', 'getObjectLegalHold'].map(
      id => [id, file],
    ),
  ),
  getDownloadUrl: { body: { bucket, key: path } },
  generateUrl: { body: { bucket, path } },
}

/** What tells of a denied bucket. */
const toldOfBucket: Record<string, Said> = {
  ...Object.fromEntries(
    [
      ...['getBucketOverview', 'getBucketAcl', 'listOpenFiles', 'getBucketContents', 'getBucketTags'],
      ...['getBucketVersioning', 'getBucketObjectLock', 'getBucketLifecycle', 'getBucketCors'],
      ...['getBucketPolicy', 'listObjects', 'paginateObjects', 'listObjectVersions', 'listDeletedObjects'],
      ...['countObjects', 'watchObjects', 'listUploads'],
    ].map(id => [id, { values: { bucket } }]),
  ),
  previewBucketLifecycle: { body: { bucket } },
  searchObjects: { body: { query: '', bucket } },
  simulateBucketPolicy: { body: { bucket, who: 'anyone', key: 'b' } },
}

/** What changes a denied file. `revision`: as the owner reads it. */
const changes: Record<string, (revisions: Record<string, string>) => Said> = {
  changeObjectDetails: ({ details }) => ({ body: { bucket, path, revision: details } }),
  putObjectTags: ({ tags }) => ({ body: { bucket, path, revision: tags } }),
  deleteObjectTags: ({ tags }) => ({ body: { bucket, path, revision: tags } }),
  putObjectAcl: ({ acl }) => ({ body: { bucket, path, revision: acl } }),
  putObjectAcls: () => ({ body: { bucket, keys: ['secret/'], acl: 'private' } }),
  putObjectRetention: ({ lock }) => ({ body: { bucket, path, revision: lock } }),
  putObjectLegalHold: ({ lock }) => ({ body: { bucket, path, revision: lock } }),
  restoreObjectVersion: () => ({ body: { bucket, path, version_id: 'null' } }),
  deleteObjectVersion: () => ({ body: { bucket, path, version_id: 'null' } }),
  renameObject: () => ({ body: { bucket, key: path, name: 'b.txt' } }),
  copyObjects: () => ({ body: { bucket, keys: [path], target_bucket: bucket, target_folder: 'open/' } }),
  moveObjects: () => ({ body: { bucket, keys: ['secret/'], target_bucket: bucket, target_folder: 'open/' } }),
}

onEachStorage((kind, prepare) => {
  let make: Limited
  let full: Awaited<ReturnType<Limited['limited']>>
  let writer: typeof full
  let upload: { upload_id: string; etag: string }
  const key = 'secret/plan.bin'

  prepare(async started => {
    make = await makeLimited(started)
    await make.bucketOf(bucket)
    for (const Key of [path, 'secret/b.txt', 'open/c.txt'])
      await make.owners.s3.putObject({ Bucket: bucket, Key, Body: Key })
    full = await make.limited('toan-quyen', 'full-control', null)
    writer = await make.limited('chi-ghi', 'write', null)
    const size = 6 * 1024 ** 2
    const { upload_id } = await ok<{ upload_id: string }>(
      writer.ask('startUpload', { body: { bucket, key, size } }),
    )
    const part = { body: { bucket, key, upload_id, part_numbers: [1] } }
    const { urls } = await ok<{ urls: string[] }>(writer.ask('getUploadUrl', part))
    const put = await fetch(urls[0]!, { method: 'PUT', body: new Uint8Array(size) })
    upload = { upload_id, etag: put.headers.get('etag')! }
    type Policy = { sub_users: { id: string; arn: string }[] }
    const { sub_users } = await ok<Policy>(asOwner('getBucketPolicy', { values: { bucket } }))
    const Principal = { AWS: sub_users.map(({ arn }) => arn) }
    const deny = (Action: string[], Resource: string) => ({ Effect: 'Deny', Principal, Action, Resource })
    const Statement = [
      deny(['s3:*'], `arn:aws:s3:::${bucket}/secret/*`),
      deny(['s3:ListBucket', 's3:ListBucketVersions', 's3:Get*'], `arn:aws:s3:::${bucket}`),
    ]
    const Policy = JSON.stringify({ Version: '2012-10-17', Statement })
    await make.owners.s3.putBucketPolicy({ Bucket: bucket, Policy })
  })
  const asOwner = (id: string, said: Said) => request(make.owners.visitor, id, said)
  const refused = { status: 403, body: { code: 'ACCESS_DENIED' } }

  const told = Object.entries({ ...toldOfFile, ...toldOfBucket })
  test.each(told.filter(([id]) => id !== 'watchObjects' || kind === 'embedded'))(
    '%s tells nothing',
    async (id, said) => {
      expect(await full.ask(id, said)).toMatchObject(refused)
      expect((await asOwner(id, said)).status).toBeLessThan(300)
    },
  )

  test.each(['a.txt', 'none.txt'])(
    'a copy into a denied folder does not tell whether it has %s',
    async name => {
      const source = `open/${name}`
      await make.owners.s3.putObject({ Bucket: bucket, Key: source, Body: '' })
      const body = {
        bucket,
        keys: [source],
        target_bucket: bucket,
        target_folder: 'secret/',
        existing: 'refuse',
      }
      expect(await full.ask('copyObjects', { body })).toMatchObject(refused)
    },
  )

  test('lists say of what is denied that it is unknown', async () => {
    const body = { bucket, keys: [path, 'open/c.txt'] }
    const { acls } = await ok<{ acls: unknown }>(full.ask('readObjectAcls', { body }))
    expect(acls).toEqual([
      { key: path, acl: null },
      { key: 'open/c.txt', acl: 'private' },
    ])
    expect(await ok(full.ask('getBucketStatus', { values: { bucket } }))).toEqual({
      buckets: [{ bucket, acl: null, versioning: null, object_lock: null }],
    })
  })

  test.each(Object.entries(changes))('%s changes nothing', async (id, saying) => {
    const revisionOf = async (read: string) => (await ok<{ revision: string }>(asOwner(read, file))).revision
    const said = saying({
      details: await revisionOf('getObjectDetails'),
      tags: await revisionOf('getObjectTags'),
      acl: await revisionOf('getObjectAcl'),
      lock: await revisionOf('getObjectRetention'),
    })
    expect(await full.ask(id, said)).toMatchObject(refused)
  })

  test('an upload that was begun before is not completed', async () => {
    const parts = [{ part_number: 1, etag: upload.etag }]
    const said = { body: { bucket, key, upload_id: upload.upload_id, parts } }
    expect(await writer.ask('completeUpload', said)).toMatchObject(refused)
    const values = { bucket, path: key }
    expect((await asOwner('getObjectDetails', { values })).status).toBe(404)
  })

  test('who may only write is told no names, by a request or by a job [V8.2.3]', async () => {
    const folder = await ok<{ failed: unknown[] }>(
      writer.ask('deleteFolder', { body: { bucket, folder: 'secret/' } }),
    )
    expect(folder).toEqual({ deleted: 0, failed: [{ key: 'secret/', code: 'ACCESS_DENIED' }], job: null })
    // So many folders are deleted by a job.
    const keys = ['secret/', ...Array.from({ length: 11 }, (_, at) => `none-${at}/`)]
    const { job } = await ok<{ job: Job }>(writer.ask('deleteSelection', { body: { bucket, keys } }))
    const { visitor } = writer
    expect(await endOf(visitor, job)).toMatchObject({ state: 'done', done: 0, failed: 2 })
    expect(keysAndCodes(await failuresOf(visitor, job))).toEqual([['secret/', 'ACCESS_DENIED']])
    expect(keysAndCodes(await failuresOf(make.owners.visitor, job))).toHaveLength(2)
  })
})
