import type { FastifyRequest } from 'fastify'
import { hashToken } from '../auth/tokens.ts'
import { Problem } from '../errors/problem.ts'
import { beginRequest } from '../store/begun-requests.ts'
import type { Database } from '../store/open.ts'

const shape = /^[\w.:-]{8,128}$/

/** Whether a trusted proxy has passed it on. */
const isForwarded = ({ ips = [] }: FastifyRequest) => ips.length > 1

/**
 * UNKNOWN_ERROR for a change, by method and URL, that has begun before: a proxy repeats it at another process, whose first
 * one died with it, and nobody knows how far that came. Trusted proxies name requests in `X-Request-Id`; those without it, those of other
 * callers, and reads, go on. `now`: unix ms.
 */
export async function refuseRepeated(db: Database, request: FastifyRequest, now: number): Promise<void> {
  const id = request.headers['x-request-id']
  const user = request.session?.user.id
  if (request.method === 'GET' || request.method === 'HEAD' || user === undefined) return
  if (typeof id !== 'string' || !shape.test(id) || !isForwarded(request)) return
  // Some proxies pass on the id of a caller, who may use it for several changes.
  const what = hashToken(`${request.method} ${request.url}`)
  if (await beginRequest(db, `${user} ${id} ${what}`, Math.floor(now / 1000))) return
  throw new Problem('UNKNOWN_ERROR', {
    cause: new Error('A proxy has repeated a request that began elsewhere.'),
  })
}
