import { request } from 'node:http'

/** Posts JSON to this computer as if to another host. */
export async function rawPost(
  port: number,
  host: string,
  path: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const all = {
      ...{ host, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      ...headers,
    }
    const out = request({ host: '127.0.0.1', port, path, method: 'POST', headers: all }, async answer => {
      const pieces: Buffer[] = await answer.toArray()
      resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(pieces).toString() })
    })
    out.on('error', reject)
    out.end(body)
  })
}
