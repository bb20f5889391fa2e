// @module-tag storages faults
import { expect, onTestFinished, test } from 'vitest'
import { signedFetch } from '../../server/storage/signed-request.ts'
import { storageUid } from '../../server/store/accounts.ts'
import { borrowCeph } from '../support/borrow.ts'
import { region } from './support/console.ts'
import { ok } from './support/limited.ts'
import { clientOf, makePeople } from './support/people.ts'
import { request } from './support/requests.ts'
import { ownConsole } from './support/with-console.ts'

type Usage = {
  entries: {
    buckets: {
      bucket: string
      categories: { bytes_sent: number; bytes_received: number; ops: number; successful_ops: number }[]
    }[]
  }[]
}
type Sums = { good: number; failed: number; received: number; sent: number }

test('the numbers of an account on Ceph RGW are those that RGW itself reports', async context => {
  const ceph = await borrowCeph()
  if ('missing' in ceph) return context.skip(ceph.missing)
  onTestFinished(() => ceph.stop())
  let passed = 0
  const console = await ownConsole(
    {
      ...{ KHO_S3_KIND: 'rgw', KHO_S3_ENDPOINT: ceph.endpoint, KHO_S3_REGION: region },
      ...{ KHO_S3_ADMIN_KEY: ceph.accessKey, KHO_S3_ADMIN_SECRET: ceph.secretKey },
    },
    { now: () => Date.now() + passed },
  )
  const people = await makePeople(console)
  const owner = await people.owner('chu-so-cai')
  const visitor = await people.visit(owner)
  const bucket = 'so-cai'
  await ok(request(visitor, 'createBucket', { body: { bucket } }))
  const s3 = await clientOf(console, owner)
  const at = (Key: string) => ({ Bucket: bucket, Key })
  for (let round = 0; round < 3; round++) {
    await s3.putObject({ ...at('a'), Body: Buffer.alloc(100_000 + round) })
    const { Body } = await s3.getObject({ ...at('a'), Range: 'bytes=0-999' })
    await Body?.transformToByteArray()
    await s3.copyObject({ ...at('b'), CopySource: `${bucket}/a` })
    const { UploadId } = await s3.createMultipartUpload(at('c'))
    await s3.uploadPart({ ...at('c'), UploadId, PartNumber: 1, Body: Buffer.alloc(5000) })
    await s3.abortMultipartUpload({ ...at('c'), UploadId })
    await s3.listObjectsV2({ Bucket: bucket })
    await s3.deleteObject(at('b'))
    await s3.getObject(at('missing')).catch(() => undefined)
    expect((await fetch(`${ceph.endpoint}/${bucket}/a`)).status).toBe(403)
  }

  const told = async (): Promise<Sums> => {
    const keys = { accessKey: ceph.accessKey, secretKey: ceph.secretKey }
    const query = { uid: storageUid(owner.accountId), 'show-entries': 'true', format: 'json' }
    const answer = await signedFetch({
      ...{ method: 'GET', endpoint: ceph.endpoint, path: '/admin/usage', query, region, keys },
    })
    const { entries } = (await answer.json()) as Usage
    const sums = { good: 0, failed: 0, received: 0, sent: 0 }
    for (const { categories } of entries.flatMap(({ buckets }) => buckets))
      for (const { ops, successful_ops, bytes_received, bytes_sent } of categories) {
        sums.good += successful_ops
        sums.failed += ops - successful_ops
        sums.received += bytes_received
        sums.sent += bytes_sent
      }
    return sums
  }
  const shown = async (): Promise<Sums> => {
    passed += 10_000
    const day = (at: number) => new Date(at).toISOString().slice(0, 10)
    const values = { from: day(Date.now() - 86_400_000), to: day(Date.now() + passed) }
    const [head = '', ...lines] = (await ok<string>(request(visitor, 'exportTraffic', { values })))
      .replace('\ufeff', '')
      .split('\r\n')
    const names = head.split(',')
    const sum = (wanted: (name: string) => boolean) =>
      lines.reduce(
        (all, line) =>
          line.split(',').reduce((part, cell, at) => part + (wanted(names[at]!) ? Number(cell) : 0), all),
        0,
      )
    return {
      good: sum(name => name.endsWith('_good')),
      failed: sum(name => name === 'refused'),
      received: sum(name => name === 'received_bytes'),
      sent: sum(name => name === 'sent_bytes'),
    }
  }
  const complete = async () => {
    const [mine, theirs] = [await shown(), await told()]
    return [theirs.received >= 3 * 105_000, JSON.stringify(mine) === JSON.stringify(theirs)]
  }
  await expect.poll(complete, { interval: 500 }).toEqual([true, true])
})
