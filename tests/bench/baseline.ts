import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright'
import { planParts } from '../../domain/parts.ts'
import type { Api } from '../support/api.ts'
import { fileNames, type Workload } from './workload.ts'

type Put = { file: string; url: string; start: number; end: number }

/**
 * The pre-signed PUTs that carry the workload: whole files, or the parts of one large file. `complete` makes the
 * object of the parts, from their ETags.
 */
export async function signPuts(
  api: Api,
  bucket: string,
  workload: Workload,
): Promise<{ puts: Put[]; complete(etags: string[]): Promise<void> }> {
  const names = fileNames(workload)
  if (workload.size > 16 * 1024 ** 2) {
    const key = names[0]!
    const upload = await api.call<{ upload_id: string; part_size: number }>('POST', '/objects/start-upload', {
      bucket,
      key,
      size: workload.size,
    })
    const parts = planParts(workload.size, upload.part_size)
    const { urls } = await api.call<{ urls: string[] }>('POST', '/objects/get-upload-url', {
      bucket,
      key,
      upload_id: upload.upload_id,
      part_numbers: parts.map(part => part.number),
    })
    return {
      puts: parts.map((part, index) => ({ file: key, url: urls[index]!, start: part.start, end: part.end })),
      async complete(etags) {
        await api.call('POST', '/objects/complete-upload', {
          bucket,
          key,
          upload_id: upload.upload_id,
          parts: etags.map((etag, index) => ({ part_number: index + 1, etag })),
        })
      },
    }
  }
  const puts: Put[] = []
  for (let from = 0; from < names.length; from += 1000) {
    const batch = names.slice(from, from + 1000)
    const { urls } = await api.call<{ urls: string[] }>('POST', '/objects/get-put-urls', {
      bucket,
      files: batch.map(key => ({ key, size: workload.size })),
    })
    for (const [index, file] of batch.entries())
      puts.push({ file, url: urls[index]!, start: 0, end: workload.size })
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
  const result = await page.evaluate(async puts => {
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
  return result
}

/** Sends the puts with one `curl`, six at once; gives milliseconds. A large file goes whole, as `curl -T` does. */
export async function curl(dir: string, folder: string, puts: Put[]): Promise<number> {
  const lines = puts.map(
    put => `url = "${put.url}"\nupload-file = "${join(folder, put.file)}"\noutput = "/dev/null"\nfail\n`,
  )
  const config = join(dir, 'curl.conf')
  writeFileSync(config, lines.join('next\n'))
  const started = performance.now()
  await promisify(execFile)(
    'curl',
    ['-sS', '--parallel', '--parallel-immediate', '--parallel-max', '6', '-K', config],
    {
      maxBuffer: 64 * 1024 ** 2,
    },
  )
  return performance.now() - started
}
