import { request } from 'node:http'

/** `runs`: whether bytes still come, or all have come. */
export type SlowDownload = { runs(): boolean; end(): void }

/** A download over a thin line: 24 MiB take twenty seconds. Resolves once bytes come. */
export function downloadSlowly(url: string, headers: Record<string, string> = {}): Promise<SlowDownload> {
  const { promise, resolve, reject } = Promise.withResolvers<SlowDownload>()
  let runs = true
  const asked = request(url, { headers, agent: false }, answer => {
    if (answer.statusCode !== 200) return reject(new Error(`${url} answers ${answer.statusCode}.`))
    answer.on('error', () => undefined)
    answer.once('close', () => {
      runs = answer.complete
    })
    answer.on('data', () => {
      answer.pause()
      setTimeout(() => answer.resume(), 50)
    })
    answer.once('data', () => resolve({ runs: () => runs, end: () => void asked.destroy() }))
  })
  asked.on('error', reject)
  asked.end()
  return promise
}
