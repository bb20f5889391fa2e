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

/** How long a button of a mouse is held, in ms. */
const press = 80

/**
 * ms from the click on the bucket in the list of buckets until its first row is painted. The link is pressed as a person
 * does: the pointer comes, the button goes down, and up again after a moment, which is the click.
 */
export async function firstRows(page: Page, url: string, bucket: string): Promise<number> {
  await page.goto(`${url}/bucket-management`)
  const link = page.getByRole('link', { name: bucket }).first()
  await link.waitFor()
  await page.waitForLoadState('networkidle')
  const painted = page.evaluate(
    () =>
      new Promise<number>(done =>
        addEventListener(
          'click',
          ({ timeStamp }) => {
            const { port1, port2 } = new MessageChannel()
            port1.onmessage = () => done(performance.now() - timeStamp)
            // What is on the page in a frame is painted when the next task runs.
            const look = () => {
              if (document.body.textContent.includes('object-000000.bin')) port2.postMessage(null)
              else requestAnimationFrame(look)
            }
            requestAnimationFrame(look)
          },
          { capture: true, once: true },
        ),
      ),
  )
  await link.click({ delay: press })
  return painted
}
