import { fileBrand } from '../../domain/brand-file.ts'
import type { AuditEntry } from '../../openapi/schema.ts'
import { auditCsv } from '../audit/csv.ts'
import type { Call, Handlers } from '../contract/call.ts'
import { invalid } from '../errors/problem.ts'
import { type AuditFilter, isAuditId, readAudit } from '../store/audit.ts'
import type { User } from '../store/users.ts'
import type { Services } from './services.ts'

const normalPageSize = 50

export function auditOperations(services: Pick<Services, 'brand' | 'db' | 'now'>) {
  const { db } = services
  return {
    async listAudit({ query, session: { user }, disconnected }) {
      const size = query.page_size ?? normalPageSize
      const after = query.next_token ?? null
      if (after !== null && !isAuditId(after)) throw invalid('next_token', 'invalid')
      const entries: AuditEntry[] = []
      const read = { after, atOnce: size + 1, signal: disconnected }
      for await (const entry of readAudit(db, filterOf(user, query), read)) {
        if (entries.length === size) return { entries, next_token: entries.at(-1)!.id }
        entries.push(entry)
      }
      return { entries, next_token: null }
    },

    async exportAudit({ query, session: { user }, disconnected }) {
      const day = new Date(services.now()).toISOString().slice(0, 10)
      return {
        fileName: `${fileBrand(services.brand.name)}-audit-${day}.csv`,
        pieces: auditCsv(readAudit(db, filterOf(user, query), { signal: disconnected })),
      }
    },
  } satisfies Partial<Handlers>
}

/** An owner sees only its own account's records, the super admin all. */
function filterOf(user: User, query: Call<'exportAudit'>['query']): AuditFilter {
  const { action, search, from, to } = query
  return { accountId: user.isSupperAdmin ? null : user.accountId, action, search, from, to }
}
