import { groupsPerAccount } from '../../domain/limits.ts'
import { audit } from '../audit/record.ts'
import type { Call, Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { addGroup, changeGroup, deleteGroup, listGroups } from '../store/notification-groups.ts'
import { quoted } from './change-text.ts'
import type { Services } from './services.ts'

type GroupOperation =
  | 'listNotificationGroups'
  | 'createNotificationGroup'
  | 'changeNotificationGroup'
  | 'deleteNotificationGroup'

const order = new Intl.Collator('vi', { numeric: true })

export function groupHandlers(services: Services): Pick<Handlers, GroupOperation> {
  const { db } = services

  type By = Pick<Call<GroupOperation>, 'session' | 'visitor'>

  const by = ({ session, visitor }: By) => ({ user: session.user, visitor, now: services.now() })

  return {
    async listNotificationGroups({ session }) {
      const groups = await listGroups(db, session.user.accountId)
      return { groups: groups.sort((a, b) => order.compare(a.name, b.name)) }
    },

    async createNotificationGroup(call) {
      const group = input(call.body)
      const now = Math.floor(services.now() / 1000)
      return db.transaction().execute(async trx => {
        const limit = groupsPerAccount
        const added = await addGroup(trx, call.session.user.accountId, group, { limit, now })
        if (added === 'full') throw new Problem('LIMIT_REACHED')
        if (added === 'taken') throw new Problem('NAME_TAKEN')
        const what = { target: added.name, detail: text(added.emails) }
        await audit(trx, by(call), 'NOTIFICATION_GROUP_CREATED', what)
        return added
      })
    },

    async changeNotificationGroup(call) {
      const group = { id: call.params.id, ...input(call.body) }
      await db.transaction().execute(async trx => {
        const changed = await changeGroup(trx, call.session.user.accountId, group)
        if (changed === null) throw new Problem('NOT_FOUND')
        if (changed === 'taken') throw new Problem('NAME_TAKEN')
        const what = { target: changed.before.name, detail: changes(changed.before, group) }
        if (what.detail) await audit(trx, by(call), 'NOTIFICATION_GROUP_CHANGED', what)
      })
      return group
    },

    async deleteNotificationGroup(call) {
      await db.transaction().execute(async trx => {
        const name = await deleteGroup(trx, call.session.user.accountId, call.params.id)
        if (name === null) throw new Problem('NOT_FOUND')
        await audit(trx, by(call), 'NOTIFICATION_GROUP_DELETED', { target: name })
      })
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
    [quoted(before.name), quoted(after.name)],
    [text(before.emails), text(after.emails)],
  ]
  return parts
    .filter(([from, to]) => from !== to)
    .map(([from, to]) => `${from} → ${to}`)
    .join('; ')
}
