import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { makeHealthCheck } from '../operations/health.ts'
import type { Services } from '../operations/services.ts'
import { version } from '../program.ts'

const ok = { status: 'ok', version } as const

export function healthHandlers(
  services: Pick<Services, 'db' | 'now' | 'askStorage' | 'stopping'>,
): Pick<Handlers, 'getHealth' | 'getLiveness' | 'getReadiness'> {
  const check = makeHealthCheck(services)
  async function getReadiness() {
    if (services.stopping.aborted) throw new Problem('STOPPING')
    await check()
    return ok
  }
  return { getHealth: getReadiness, getReadiness, getLiveness: async () => ok }
}
