import type { Handlers } from '../contract/call.ts'
import type { Services } from './services.ts'

export function auditHandlers(_services: Services): Pick<Handlers, 'listAudit' | 'exportAudit'> {
  const notYet = async () => {
    throw new Error('This is not built yet.')
  }
  return { listAudit: notYet, exportAudit: notYet }
}
