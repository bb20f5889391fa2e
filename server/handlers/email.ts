import { canonicalEmail } from '../../domain/email-address.ts'
import type { Visitor } from '../audit/actor.ts'
import type { Handlers } from '../contract/call.ts'
import { changeEmail, requestEmailChange } from '../operations/change-email.ts'
import { checkEmailLink } from '../operations/email-links.ts'
import type { Services } from '../operations/services.ts'
import { undoEmailChange } from '../operations/undo-email-change.ts'

type EmailHandlers = Pick<
  Handlers,
  'requestEmailChange' | 'checkEmailChange' | 'changeEmail' | 'checkEmailUndo' | 'undoEmailChange'
>

export function emailHandlers(
  services: Pick<Services, 'db' | 'vault' | 'now' | 'linkOrigin' | 'hashSecret' | 'sync' | 'sweeper'>,
): EmailHandlers {
  const { now } = services
  async function check(kind: 'change' | 'undo', token: string, visitor: Visitor) {
    const { email, newEmail } = await checkEmailLink(services, { visitor, now: now() }, kind, token)
    return { email, new_email: newEmail }
  }
  return {
    async requestEmailChange({ body, visitor, by }) {
      const email = canonicalEmail(body.email)
      const origin = services.linkOrigin(visitor)
      await requestEmailChange(services, by, email, origin)
    },

    checkEmailChange: ({ body, visitor }) => check('change', body.token, visitor),

    async changeEmail({ body, visitor }) {
      await changeEmail(services, { visitor, now: now() }, body)
    },

    checkEmailUndo: ({ body, visitor }) => check('undo', body.token, visitor),

    async undoEmailChange({ body, visitor }) {
      const change = { token: body.token, password: body.new_password }
      const ended = await undoEmailChange(services, { visitor, now: now() }, change)
      return {
        sub_users: ended.subUsers.map(({ email }) => email),
        access_keys: ended.keys.map(({ user, name }) => ({ user, name })),
        api_clients: ended.clients,
        topics: ended.topics,
      }
    },
  }
}
