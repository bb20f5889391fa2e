import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A proxy on loopback that now and then holds a change for up to `longest` ms before it hands it on, also when its
 * sender has died meanwhile: what a storage under load does. `random`: 0 to 1.
 */
export async function startLateProxy(
  target: string,
  { share, longest, random }: { share: number; longest: number; random: () => number },
) {
  const to = new URL(target)
  let held = 0
  let orphans = 0
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', chunk => chunks.push(chunk))
    incoming.on('error', () => undefined)
    incoming.on('end', () => {
      const { method, url, headers } = incoming
      const late = method !== 'GET' && url!.startsWith('/admin/') && random() < share
      const hand = () => {
        if (late && response.destroyed) orphans += 1
        const onward = send({ host: to.hostname, port: to.port, method, path: url, headers }, answer => {
          if (response.destroyed) return void answer.resume()
          response.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(response)
          response.once('close', () => answer.resume())
        })
        onward.once('error', () => response.destroy())
        onward.once('close', () => {
          if (late) held -= 1
        })
        onward.end(Buffer.concat(chunks))
      }
      if (!late) return hand()
      held += 1
      setTimeout(hand, random() * longest)
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Changes that are held, or under way after it. */
    held: () => held,
    /** Changes that were handed on after their sender had gone. */
    orphans: () => orphans,
    async close() {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
    },
  }
}
