import { audit, auditEnd, deviceOf } from '../audit/record.ts'
import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { endOtherSessions, endSessionOf, listSessions } from '../store/sessions.ts'
import { withLockedUser } from '../store/with-locked-user.ts'
import type { Services } from './services.ts'

export function sessionOperations({ db }: Pick<Services, 'db'>) {
  return {
    async listSessions({ session: { id, user }, by }) {
      const sessions = await listSessions(db, user.id, Math.floor(by.now / 1000))
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
      await db.transaction().execute(async trx => {
        const ended = await endSessionOf(trx, by.user.id, body.id)
        if (!ended) throw new Problem('NOT_FOUND')
        await auditEnd(trx, by, ended)
      })
    },

    endOtherSessions: ({ session: { id, user }, by }) =>
      withLockedUser(db, user.id, async trx => {
        const ended = await endOtherSessions(trx, user.id, id)
        if (ended > 0) await audit(trx, by, 'SESSION_ENDED', { detail: { kind: 'sessions', count: ended } })
        return { ended }
      }),
  } satisfies Partial<Handlers>
}
