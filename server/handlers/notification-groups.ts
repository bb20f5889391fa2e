import type { Call, Handlers } from '../contract/call.ts'
import { changeGroup, createGroup, deleteGroup } from '../services/notification-groups.ts'
import { listGroups } from '../store/notification-groups.ts'
import type { Services } from './services.ts'

type GroupOperation =
  | 'listNotificationGroups'
  | 'createNotificationGroup'
  | 'changeNotificationGroup'
  | 'deleteNotificationGroup'

const order = new Intl.Collator('vi', { numeric: true })

export function groupHandlers({ db, now }: Pick<Services, 'db' | 'now'>): Pick<Handlers, GroupOperation> {
  const by = ({ session, visitor }: Pick<Call<GroupOperation>, 'session' | 'visitor'>) => ({
    user: session.user,
    visitor,
    now: now(),
  })

  return {
    async listNotificationGroups({ session }) {
      const groups = await listGroups(db, session.user.accountId)
      return { groups: groups.sort((a, b) => order.compare(a.name, b.name)) }
    },

    async createNotificationGroup(call) {
      return createGroup(db, by(call), fieldsOf(call.body))
    },

    async changeNotificationGroup(call) {
      const group = { id: call.params.id, ...fieldsOf(call.body) }
      await changeGroup(db, by(call), group)
      return group
    },

    async deleteNotificationGroup(call) {
      await deleteGroup(db, by(call), call.params.id)
    },
  }
}

function fieldsOf({ name, emails }: { name: string; emails: string[] }) {
  return { name: name.trim().normalize('NFC'), emails: emails.map(email => email.trim().toLowerCase()) }
}
