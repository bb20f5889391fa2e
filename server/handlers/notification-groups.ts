import { groupsPerAccount } from '../../domain/limits.ts'
import type { AuditAction } from '../../openapi/schema.ts'
import { audit } from '../audit/record.ts'
import type { Call, Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { addGroup, changeGroup, deleteGroup, listGroups } from '../store/notification-groups.ts'
import type { Services } from './services.ts'

type GroupOperation =
  | 'listNotificationGroups'
  | 'createNotificationGroup'
  | 'changeNotificationGroup'
  | 'deleteNotificationGroup'

const order = new Intl.Collator('vi', { numeric: true })

export function groupHandlers(services: Services): Pick<Handlers, GroupOperation> {
  const { db } = services

  const record = (
    { session, visitor }: Pick<Call<GroupOperation>, 'session' | 'visitor'>,
    action: AuditAction,
    what: { target: string; detail?: string },
  ) => audit(db, { user: session.user, visitor, now: services.now() }, action, what)

  return {
    async listNotificationGroups({ session }) {
      const groups = await listGroups(db, session.user.accountId)
      return { groups: groups.sort((a, b) => order.compare(a.name, b.name)) }
    },

    async createNotificationGroup(call) {
      const group = input(call.body)
      const now = Math.floor(services.now() / 1000)
      const added = await addGroup(db, call.session.user.accountId, group, { limit: groupsPerAccount, now })
      if (added === 'full') throw new Problem('LIMIT_REACHED')
      if (added === 'taken') throw new Problem('NAME_TAKEN')
      await record(call, 'NOTIFICATION_GROUP_CREATED', { target: added.name, detail: text(added.emails) })
      return added
    },

    async changeNotificationGroup(call) {
      const group = { id: call.params.id, ...input(call.body) }
      const changed = await changeGroup(db, call.session.user.accountId, group)
      if (changed === null) throw new Problem('NOT_FOUND')
      if (changed === 'taken') throw new Problem('NAME_TAKEN')
      await record(call, 'NOTIFICATION_GROUP_CHANGED', {
        target: changed.before.name,
        detail: changes(changed.before, group),
      })
      return group
    },

    async deleteNotificationGroup(call) {
      const name = await deleteGroup(db, call.session.user.accountId, call.params.id)
      if (name === null) throw new Problem('NOT_FOUND')
      await record(call, 'NOTIFICATION_GROUP_DELETED', { target: name })
    },
  }
}

type Input = { name: string; emails: string[] }

function input({ name, emails }: Input): Input {
  return { name: name.trim().normalize('NFC'), emails: emails.map(email => email.trim().toLowerCase()) }
}

function text(emails: string[]): string {
  return emails.join(', ')
}

function changes(before: Input, after: Input): string {
  const parts = [
    [before.name, after.name],
    [text(before.emails), text(after.emails)],
  ]
  return parts
    .filter(([from, to]) => from !== to)
    .map(([from, to]) => `${from} → ${to}`)
    .join('; ')
}
