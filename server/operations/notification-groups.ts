import { type AlertKind, alertKinds } from '../../domain/alerts.ts'
import { canonicalEmail } from '../../domain/email-address.ts'
import { groupsPerAccount } from '../../domain/limits.ts'
import { changes } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { lockAccount } from '../store/accounts.ts'
import { listAlerts } from '../store/alerts.ts'
import { dropUnusedAddresses, listAddresses } from '../store/notification-addresses.ts'
import { addGroup, changeGroup, deleteGroup, type Group, listGroups } from '../store/notification-groups.ts'
import { listTopics } from '../store/topics.ts'
import { admitAddresses } from './notification-addresses.ts'
import type { Services } from './services.ts'

const shownAlerts = 50

const order = new Intl.Collator('vi', { numeric: true })

export function notificationGroupOperations(services: Pick<Services, 'db' | 'vault' | 'linkOrigin'>) {
  const { db, vault } = services
  async function shown(accountId: string, groups: Group[]) {
    const topics = await listTopics(db, accountId)
    const addresses = await listAddresses(db, accountId)
    return groups.map(group => ({
      ...group,
      unconfirmed: addresses.flatMap(({ email, state }) =>
        state !== 'confirmed' && group.emails.includes(email) ? [{ email, state }] : [],
      ),
      topics: topics.filter(({ groupId }) => groupId === group.id).map(({ name }) => name),
    }))
  }

  return {
    async listNotificationGroups({ session }) {
      const { accountId } = session.user
      const groups = await shown(accountId, await listGroups(db, accountId))
      return { groups: groups.sort((a, b) => order.compare(a.name, b.name)) }
    },

    async createNotificationGroup({ body, by }) {
      const { accountId } = by.user
      const { alerts = [...alertKinds], ...fields } = fieldsOf(body)
      const now = Math.floor(by.now / 1000)
      const group = await db.transaction().execute(async trx => {
        const added = await addGroup(trx, accountId, { ...fields, alerts }, { limit: groupsPerAccount, now })
        if (added === 'full') throw new Problem('LIMIT_REACHED')
        if (added === 'taken') throw new Problem('NAME_TAKEN')
        await admitAddresses({ db: trx, vault }, by, added.emails, services.linkOrigin(by.visitor))
        const detail = { kind: 'names', names: added.emails } as const
        await audit(trx, by, 'NOTIFICATION_GROUP_CREATED', { target: added.name, detail })
        return added
      })
      return (await shown(accountId, [group]))[0]!
    },

    async changeNotificationGroup({ params, body, by }) {
      const { accountId } = by.user
      const group = await db.transaction().execute(async trx => {
        const changed = await changeGroup(trx, accountId, { id: params.id, ...fieldsOf(body) })
        if (changed === null) throw new Problem('NOT_FOUND')
        if (changed === 'taken') throw new Problem('NAME_TAKEN')
        const { before, after } = changed
        await admitAddresses({ db: trx, vault }, by, after.emails, services.linkOrigin(by.visitor))
        const detail = changes(settingsOf(before), settingsOf(after))
        if (detail) await audit(trx, by, 'NOTIFICATION_GROUP_CHANGED', { target: before.name, detail })
        return after
      })
      return (await shown(accountId, [group]))[0]!
    },

    async deleteNotificationGroup({ params, by }) {
      const { accountId } = by.user
      await db.transaction().execute(async trx => {
        await lockAccount(trx, accountId)
        const name = await deleteGroup(trx, accountId, params.id)
        if (name === null) throw new Problem('NOT_FOUND')
        await dropUnusedAddresses(trx, accountId)
        await audit(trx, by, 'NOTIFICATION_GROUP_DELETED', { target: name })
      })
    },

    async listAlerts({ session }) {
      const alerts = await listAlerts(db, session.user.accountId, shownAlerts)
      return { alerts: alerts.map(({ expireDate, ...rest }) => ({ ...rest, expire_date: expireDate })) }
    },
  } satisfies Partial<Handlers>
}

const settingsOf = ({ name, emails, alerts }: Omit<Group, 'id'>) => ({ group: name, emails, alerts })

function fieldsOf({ name, emails, alerts }: { name: string; emails: string[]; alerts?: AlertKind[] }) {
  return {
    name: name.trim().normalize('NFC'),
    emails: emails.map(canonicalEmail),
    alerts: alerts && alertKinds.filter(kind => alerts.includes(kind)),
  }
}
