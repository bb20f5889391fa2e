import { request } from 'node:http'

/** `runs`: whether bytes may still come, or all have come. */
export type SlowDownload = { runs(): Promise<boolean>; end(): void }

/**
 * A download over a thin line: 24 MiB take forty seconds. Resolves once bytes come. What the system of the client holds
 * already is read long after the server has cut the connection; a line break, which HTTP allows here, meets the cut at once.
 */
export function downloadSlowly(url: string, headers: Record<string, string> = {}): Promise<SlowDownload> {
  const { promise, resolve, reject } = Promise.withResolvers<SlowDownload>()
  const asked = request(url, { headers, agent: false }, answer => {
    if (answer.statusCode !== 200) return reject(new Error(`${url} answers ${answer.statusCode}.`))
    answer.on('error', () => undefined)
    answer.on('data', () => {
      answer.pause()
      setTimeout(() => answer.resume(), 100)
    })
    const { socket } = answer
    const isConnected = () =>
      new Promise<boolean>(answered => {
        if (socket.destroyed) answered(false)
        else socket.write('\r\n', error => answered(!error))
      })
    answer.once('data', () =>
      resolve({ runs: async () => answer.complete || isConnected(), end: () => void asked.destroy() }),
    )
  })
  asked.on('error', reject)
  asked.end()
  return promise
}
