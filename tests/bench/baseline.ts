import type { Page } from 'playwright'
import { MiB } from '../../domain/limits.ts'
import { planParts } from '../../domain/parts.ts'
import type { Api } from '../support/api.ts'
import { pathsOf, type Workload, wholeUpTo } from './workload.ts'

type Put = { file: string; url: string; start: number; end: number }

/** Bytes of a part: enough that its request costs little beside its bytes. */
const partSize = 20 * MiB

/**
 * The pre-signed PUTs that carry the workload: whole files, or the parts of one large file. `complete` makes the
 * object of the parts, from their ETags.
 */
export async function signPuts(
  api: Api,
  bucket: string,
  workload: Workload,
): Promise<{ puts: Put[]; complete(etags: string[]): Promise<void> }> {
  const paths = pathsOf(workload)
  const { size } = workload
  if (size > wholeUpTo) {
    const key = paths[0]!
    const upload = await api.call<{ upload_id: string; part_size: number }>('POST', '/objects/start-upload', {
      ...{ bucket, key, size },
    })
    const parts = planParts(size, partSize)
    // The console takes only numbers of its own parts: that of the first that a part covers.
    const numbers = parts.map(({ start }) => start / upload.part_size + 1)
    const place = { bucket, key, upload_id: upload.upload_id }
    const { urls } = await api.call<{ urls: string[] }>('POST', '/objects/get-upload-url', {
      ...{ ...place, part_numbers: numbers },
    })
    return {
      puts: parts.map(({ start, end }, index) => ({ file: key, url: urls[index]!, start, end })),
      async complete(etags) {
        const parts = etags.map((etag, index) => ({ part_number: numbers[index]!, etag }))
        await api.call('POST', '/objects/complete-upload', { ...place, parts })
      },
    }
  }
  const puts: Put[] = []
  for (let from = 0; from < paths.length; from += 1000) {
    const files = paths.slice(from, from + 1000).map(key => ({ key, size }))
    const { urls } = await api.call<{ urls: string[] }>('POST', '/objects/get-put-urls', { bucket, files })
    for (const [index, { key }] of files.entries())
      puts.push({ file: key, url: urls[index]!, start: 0, end: size })
  }
  return { puts, complete: async () => undefined }
}

/** Sends the puts with nothing but XHR, six at once, from an input of the page's own; gives milliseconds. */
export async function rawXhr(
  page: Page,
  folder: string,
  puts: Put[],
): Promise<{ ms: number; etags: string[] }> {
  await page.evaluate(() => {
    const input = document.createElement('input')
    input.type = 'file'
    input.webkitdirectory = true
    input.id = 'raw-xhr'
    document.body.append(input)
  })
  await page.locator('#raw-xhr').setInputFiles(folder)
  return page.evaluate(async puts => {
    const input = document.querySelector('#raw-xhr') as HTMLInputElement
    const files = new Map([...(input.files ?? [])].map(file => [file.name, file]))
    const etags: string[] = []
    let next = 0
    const send = (put: (typeof puts)[number]) =>
      new Promise<string>((done, fail) => {
        const file = files.get(put.file) as File
        const xhr = new XMLHttpRequest()
        xhr.open('PUT', put.url)
        xhr.onload = () =>
          xhr.status === 200
            ? done(xhr.getResponseHeader('etag') ?? '')
            : fail(new Error(`PUT: ${xhr.status}`))
        xhr.onerror = () => fail(new Error('PUT: no answer'))
        xhr.send(put.end - put.start === file.size ? file : file.slice(put.start, put.end))
      })
    const started = performance.now()
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        while (next < puts.length) {
          const at = next++
          etags[at] = await send(puts[at]!)
        }
      }),
    )
    input.remove()
    return { ms: performance.now() - started, etags }
  }, puts)
}
