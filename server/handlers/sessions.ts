import { deviceOf } from '../audit/user-agent.ts'
import type { Handlers } from '../contract/call.ts'
import { endOtherSessions, endSession } from '../services/sessions.ts'
import { listSessions } from '../store/sessions.ts'
import type { Services } from './services.ts'

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

    async endSession({ body, session: { user }, visitor }) {
      await endSession(db, { user, visitor, now: now() }, body.id)
    },

    async endOtherSessions({ session: { id, user }, visitor }) {
      return { ended: await endOtherSessions(db, { user, visitor, now: now() }, id) }
    },
  }
}
