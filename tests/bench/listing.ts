import { ListObjectsV2Command, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import type { Page } from 'playwright'

/** Puts `count` empty objects into the bucket, 64 at once. */
export async function fillBucket(client: S3Client, bucket: string, count: number): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: 64 }, async () => {
      while (next < count) {
        const key = `object-${String(next++).padStart(6, '0')}.bin`
        await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: new Uint8Array(0) }))
      }
    }),
  )
}

/** ms of the bare S3 call for the first page of 1,000. */
export async function bareCall(client: S3Client, bucket: string): Promise<number> {
  const started = performance.now()
  await client.send(new ListObjectsV2Command({ Bucket: bucket, Delimiter: '/', MaxKeys: 1000 }))
  return performance.now() - started
}

/** ms from opening the bucket in the list of buckets until its first row is painted. */
export async function firstRows(page: Page, url: string, bucket: string): Promise<number> {
  await page.goto(`${url}/bucket-management`)
  await page.getByRole('link', { name: bucket }).first().waitFor()
  return page.evaluate(
    bucket =>
      new Promise<number>(done => {
        const link = [...document.querySelectorAll('a')].find(each => each.textContent?.includes(bucket))
        const started = performance.now()
        const look = () => {
          if (document.body.textContent.includes('object-000000.bin')) {
            requestAnimationFrame(() => done(performance.now() - started))
          } else requestAnimationFrame(look)
        }
        link?.click()
        look()
      }),
    bucket,
  )
}
