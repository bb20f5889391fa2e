import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { version } from '../program.ts'
import { makeHealthCheck } from '../services/health.ts'
import type { Services } from './services.ts'

export function healthHandlers(
  services: Pick<Services, 'db' | 'now' | 'storageEndpoint' | 'stopping'>,
): Pick<Handlers, 'getHealth'> {
  const check = makeHealthCheck(services)
  return {
    async getHealth() {
      if (services.stopping.aborted) throw new Problem('STOPPING')
      await check()
      return { status: 'ok', version }
    },
  }
}
