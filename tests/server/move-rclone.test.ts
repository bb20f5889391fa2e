// @module-tag storages
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { writeRclone } from '../../server/maintenance/rclone.ts'
import { startEngine } from '../engine/support.ts'
import { borrowCeph } from '../support/borrow.ts'

test('a file replaced by another of the same size, which is older than its copy, is copied again', async context => {
  const ceph = await borrowCeph()
  if ('missing' in ceph) return context.skip(ceph.missing)
  // Behind, so that a changed file is older than its copy, as one that changes during the copying.
  let now = Date.now() - 60_000
  const old = await startEngine({ now: () => now })
  onTestFinished(async () => {
    await old.stop()
    await ceph.stop()
  })
  const Bucket = 'chep-lai'
  const from = old.client()
  const to = old.client({ endpoint: ceph.endpoint, region: 'us-east-1', keys: ceph })
  for (const s3 of [from, to]) await s3.createBucket({ Bucket })
  const put = (Key: string, Body: string, Metadata = {}) => from.putObject({ Bucket, Key, Body, Metadata })
  const putInParts = async (Key: string, Body: string) => {
    const { UploadId } = await from.createMultipartUpload({ Bucket, Key })
    const part = { Bucket, Key, UploadId, PartNumber: 1 }
    const { ETag } = await from.uploadPart({ ...part, Body })
    const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] }
    await from.completeMultipartUpload({ Bucket, Key, UploadId, MultipartUpload })
  }
  const names = ['whole', 'same second', 'mtime of its own', 'parts']
  const putAll = async (body: string) => {
    await put('same second', body)
    if (body === 'two') now += 1000
    await put('whole', body)
    await put('mtime of its own', body, { mtime: '1700000000' })
    await putInParts('parts', body)
  }
  const copied = [{ uid: 'owner', old: old.keys, new: ceph, buckets: [Bucket] }]
  const sides = { from: old.url, to: ceph.endpoint, region: '' }
  const script = await writeRclone(old.dir, copied, sides)
  const copy = async () => {
    await promisify(execFile)('sh', [script])
    const found = names.map(Key => to.getObject({ Bucket, Key }))
    return Promise.all(found.map(async answer => (await answer).Body!.transformToString()))
  }
  await putAll('one')
  expect(await copy()).toEqual(names.map(() => 'one'))
  await putAll('two')
  expect(await copy()).toEqual(names.map(() => 'two'))
})
