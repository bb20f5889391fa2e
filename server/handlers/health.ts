import type { Handlers } from '../contract/call.ts'
import { makeHealthCheck } from '../services/health.ts'
import type { Services } from './services.ts'

export function healthHandlers(
  services: Pick<Services, 'db' | 'storageEndpoint' | 'now'>,
): Pick<Handlers, 'getHealth'> {
  const check = makeHealthCheck(services)
  return {
    async getHealth() {
      await check()
      return { status: 'ok' }
    },
  }
}
