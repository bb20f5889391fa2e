import type { FastifyRequest } from 'fastify'
import type { OperationId } from '../../domain/permissions.ts'
import { Problem } from '../errors/problem.ts'
import { addressBlock, makeRate } from '../limits/rate.ts'

/** A proxy that is refused here would send requests elsewhere. */
const uncounted: ReadonlySet<OperationId> = new Set<OperationId>(['getHealth', 'getLiveness', 'getReadiness'])

/**
 * Runs `admit`, which sets the request's session, and counts the request: for the API client or the user, and for the
 * address block without a session that holds, before it is looked for where none is named. TOO_MANY_REQUESTS.
 */
export type CallRate = (
  call: { operation: OperationId; request: FastifyRequest; named: boolean },
  admit: () => Promise<void>,
) => Promise<void>

/** `perSecond` 0: no limit. `now`: ms. */
export function makeCallRate(perSecond: number, now: () => number): CallRate {
  if (perSecond === 0) return (_, admit) => admit()
  const rate = makeRate({ perSecond, now })

  function count(caller: string): void {
    const wait = rate(caller)
    if (wait !== null) throw new Problem('TOO_MANY_REQUESTS', { retryAfter: wait })
  }

  return async ({ operation, request, named }, admit) => {
    if (uncounted.has(operation)) return admit()
    const countAddress = () => count(`address ${addressBlock(request.visitor.address)}`)
    if (!named) {
      countAddress()
      return admit()
    }
    try {
      await admit()
    } catch (error) {
      countAddress()
      throw error
    }
    const { session } = request
    if (session === null) countAddress()
    else count(session.client ? `client ${session.client.id}` : `user ${session.user.id}`)
  }
}
