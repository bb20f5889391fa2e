import { type AlertKind, alertKinds } from '../../domain/alerts.ts'
import { canonicalEmail } from '../../domain/email-address.ts'
import type { Handlers } from '../contract/call.ts'
import { changeGroup, createGroup, deleteGroup } from '../services/notification-groups.ts'
import { listAlerts } from '../store/alerts.ts'
import { type Group, listGroups } from '../store/notification-groups.ts'
import { listTopics } from '../store/topics.ts'
import type { Services } from './services.ts'

type GroupOperation =
  | 'listNotificationGroups'
  | 'createNotificationGroup'
  | 'changeNotificationGroup'
  | 'deleteNotificationGroup'
  | 'listAlerts'

const shownAlerts = 50

const order = new Intl.Collator('vi', { numeric: true })

export function groupHandlers({ db }: Pick<Services, 'db'>): Pick<Handlers, GroupOperation> {
  async function withTopics(accountId: string, groups: Group[]) {
    const topics = await listTopics(db, accountId)
    return groups.map(group => ({
      ...group,
      topics: topics.filter(({ groupId }) => groupId === group.id).map(({ name }) => name),
    }))
  }

  return {
    async listNotificationGroups({ session }) {
      const { accountId } = session.user
      const groups = await withTopics(accountId, await listGroups(db, accountId))
      return { groups: groups.sort((a, b) => order.compare(a.name, b.name)) }
    },

    async createNotificationGroup(call) {
      const { alerts = [...alertKinds], ...fields } = fieldsOf(call.body)
      return { ...(await createGroup(db, call.by, { ...fields, alerts })), topics: [] }
    },

    async changeNotificationGroup(call) {
      const group = await changeGroup(db, call.by, { id: call.params.id, ...fieldsOf(call.body) })
      const [changed] = await withTopics(call.session.user.accountId, [group])
      return changed!
    },

    async deleteNotificationGroup(call) {
      await deleteGroup(db, call.by, call.params.id)
    },

    async listAlerts({ session }) {
      const alerts = await listAlerts(db, session.user.accountId, shownAlerts)
      return { alerts: alerts.map(({ expireDate, ...rest }) => ({ ...rest, expire_date: expireDate })) }
    },
  }
}

function fieldsOf({ name, emails, alerts }: { name: string; emails: string[]; alerts?: AlertKind[] }) {
  return {
    name: name.trim().normalize('NFC'),
    emails: emails.map(canonicalEmail),
    alerts: alerts && alertKinds.filter(kind => alerts.includes(kind)),
  }
}
