import type { Handlers } from '../contract/call.ts'
import type { Services } from './services.ts'

export function dashboardHandlers({
  admin,
  access,
}: Pick<Services, 'admin' | 'access'>): Pick<Handlers, 'getQuotaUser'> {
  return {
    async getQuotaUser({ session: { user } }) {
      await access.clientForAccount(user)
      const usage = await admin.usage(user.storageUid)
      if (!usage) return { percentUse: 0, usage: null, total: null }
      const { bytes, quota } = usage
      const percentUse = quota ? Math.round((bytes / quota) * 10_000) / 100 : 0
      return { percentUse, usage: bytes, total: quota }
    },
  }
}
