import type { S3 } from '@aws-sdk/client-s3'
import type { Page } from 'playwright'
import { makeClient } from '../../server/storage/client.ts'
import { withMethods } from '../support/s3.ts'
import { median } from './median.ts'
import { onStage, signedIn } from './stage.ts'

const bucket = 'bench-listing'

/** `listing [rounds]`: the first rows of a bucket, from the click, beside the bare S3 call. */
export function benchListing(objects: number, rounds: number): Promise<boolean> {
  return onStage(async ({ kho, browser }) => {
    const { api, page } = await signedIn(browser, kho.url)
    await api.call('POST', '/bucket', { bucket })
    const client = withMethods(
      makeClient({ endpoint: kho.s3Url, region: 'us-east-1', keys: await kho.keys() }),
    )
    await fillBucket(client, objects)
    const bare: number[] = []
    const rows: number[] = []
    for (let round = 0; round < rounds; round++) {
      bare.push(await bareCall(client))
      rows.push(await firstRows(page, kho.url))
    }
    client.destroy()
    const over = median(rows) - median(bare)
    console.log(
      `first rows of ${objects.toLocaleString('en')} objects, from the click (pressed for 80 ms): ${median(rows).toFixed(0)} ms, ` +
        `bare S3 call ${median(bare).toFixed(0)} ms: ${over.toFixed(0)} ms over it`,
    )
    return true
  })
}

/** Puts `count` empty objects into the bucket, 64 at once. */
async function fillBucket(client: S3, count: number): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: 64 }, async () => {
      while (next < count) {
        const key = `object-${String(next++).padStart(6, '0')}.bin`
        await client.putObject({ Bucket: bucket, Key: key, Body: new Uint8Array(0) })
      }
    }),
  )
}

/** ms of the bare S3 call for the first page of 1,000. */
async function bareCall(client: S3): Promise<number> {
  const started = performance.now()
  await client.listObjectsV2({ Bucket: bucket, Delimiter: '/', MaxKeys: 1000 })
  return performance.now() - started
}

/** How long a button of a mouse is held, in ms. */
const press = 80

/**
 * ms from the click on the bucket in the list of buckets until its first row is painted. The link is pressed as a person
 * does: the pointer comes, the button goes down, and up again after a moment, which is the click.
 */
async function firstRows(page: Page, url: string): Promise<number> {
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
