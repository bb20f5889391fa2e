import type { Handlers } from '../contract/call.ts'
import type { Services } from './services.ts'

export function groupHandlers(
  _services: Services,
): Pick<
  Handlers,
  'listNotificationGroups' | 'createNotificationGroup' | 'changeNotificationGroup' | 'deleteNotificationGroup'
> {
  const notYet = async () => {
    throw new Error('This is not built yet.')
  }
  return {
    listNotificationGroups: notYet,
    createNotificationGroup: notYet,
    changeNotificationGroup: notYet,
    deleteNotificationGroup: notYet,
  }
}
