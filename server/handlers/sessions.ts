import { deviceOf } from '../audit/user-agent.ts'
import type { Handlers } from '../contract/call.ts'
import type { Services } from '../operations/services.ts'
import { endOtherSessions, endSession } from '../operations/sessions.ts'
import { listSessions } from '../store/sessions.ts'

export function sessionHandlers({
  db,
  now,
}: Pick<Services, 'db' | 'now'>): Pick<Handlers, 'listSessions' | 'endSession' | 'endOtherSessions'> {
  return {
    async listSessions({ session: { id, user } }) {
      const sessions = await listSessions(db, user.id, Math.floor(now() / 1000))
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

    async endSession({ body, by }) {
      await endSession(db, by, body.id)
    },

    async endOtherSessions({ session: { id }, by }) {
      return { ended: await endOtherSessions(db, by, id) }
    },
  }
}
