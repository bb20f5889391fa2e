import { audit, auditEnd } from '../audit/record.ts'
import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { deviceOf } from '../http/device.ts'
import { endOtherSessions, endSessionOf, listSessions } from '../store/sessions.ts'
import { withLockedUser } from '../store/with-locked-user.ts'
import type { Services } from './services.ts'

export function sessionHandlers(
  services: Services,
): Pick<Handlers, 'listSessions' | 'endSession' | 'endOtherSessions'> {
  const { db } = services
  return {
    async listSessions({ session: { id, user } }) {
      const sessions = await listSessions(db, user.id, Math.floor(services.now() / 1000))
      return {
        sessions: sessions.map(each => ({
          id: each.id,
          ...deviceOf(each.userAgent),
          address: each.address,
          created_at: each.createdAt,
          last_used_at: each.lastUsedAt,
          current: each.id === id,
        })),
      }
    },

    async endSession({ body, session: { user }, visitor }) {
      await db.transaction().execute(async trx => {
        const ended = await endSessionOf(trx, user.id, body.id)
        if (!ended) throw new Problem('NOT_FOUND')
        await auditEnd(trx, { user, visitor, now: services.now() }, ended)
      })
    },

    async endOtherSessions({ session: { id, user }, visitor }) {
      const ended = await withLockedUser(db, user.id, async trx => {
        const count = await endOtherSessions(trx, user.id, id)
        const by = { user, visitor, now: services.now() }
        if (count > 0) await audit(trx, by, 'SESSION_ENDED', { detail: `${count}` })
        return count
      })
      return { ended }
    },
  }
}
