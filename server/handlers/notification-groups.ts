import { type AlertKind, alertKinds } from '../../domain/alerts.ts'
import { canonicalEmail } from '../../domain/email-address.ts'
import type { Visitor } from '../audit/actor.ts'
import type { Handlers } from '../contract/call.ts'
import {
  checkAddressLink,
  confirmAddress,
  sendConfirmation,
  unsubscribe,
} from '../operations/notification-addresses.ts'
import { changeGroup, createGroup, deleteGroup } from '../operations/notification-groups.ts'
import type { Services } from '../operations/services.ts'
import { listAlerts } from '../store/alerts.ts'
import { listAddresses } from '../store/notification-addresses.ts'
import { type Group, listGroups } from '../store/notification-groups.ts'
import { listTopics } from '../store/topics.ts'

type GroupOperation =
  | 'listNotificationGroups'
  | 'createNotificationGroup'
  | 'changeNotificationGroup'
  | 'deleteNotificationGroup'
  | 'sendAddressConfirmation'
  | 'checkAddressConfirmation'
  | 'confirmAddress'
  | 'checkUnsubscription'
  | 'unsubscribe'
  | 'listAlerts'

const shownAlerts = 50

const order = new Intl.Collator('vi', { numeric: true })

export function groupHandlers(
  services: Pick<Services, 'db' | 'vault' | 'now' | 'linkOrigin'>,
): Pick<Handlers, GroupOperation> {
  const { db, now } = services
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

  async function check(kind: 'confirm' | 'unsubscribe', token: string, visitor: Visitor) {
    const { email, accountName } = await checkAddressLink(services, { visitor, now: now() }, kind, token)
    return { email, account: accountName }
  }

  return {
    async listNotificationGroups({ session }) {
      const { accountId } = session.user
      const groups = await shown(accountId, await listGroups(db, accountId))
      return { groups: groups.sort((a, b) => order.compare(a.name, b.name)) }
    },

    async createNotificationGroup(call) {
      const { alerts = [...alertKinds], ...fields } = fieldsOf(call.body)
      const origin = services.linkOrigin(call.visitor)
      const group = await createGroup(services, call.by, { ...fields, alerts }, origin)
      return (await shown(call.session.user.accountId, [group]))[0]!
    },

    async changeNotificationGroup(call) {
      const change = { id: call.params.id, ...fieldsOf(call.body) }
      const group = await changeGroup(services, call.by, change, services.linkOrigin(call.visitor))
      return (await shown(call.session.user.accountId, [group]))[0]!
    },

    async deleteNotificationGroup(call) {
      await deleteGroup(db, call.by, call.params.id)
    },

    async sendAddressConfirmation({ body, by, visitor }) {
      await sendConfirmation(services, by, canonicalEmail(body.email), services.linkOrigin(visitor))
    },

    checkAddressConfirmation: ({ body, visitor }) => check('confirm', body.token, visitor),

    async confirmAddress({ body, visitor }) {
      await confirmAddress(services, { visitor, now: now() }, body.token)
    },

    checkUnsubscription: ({ body, visitor }) => check('unsubscribe', body.token, visitor),

    async unsubscribe({ body, visitor }) {
      await unsubscribe(services, { visitor, now: now() }, body.token)
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
