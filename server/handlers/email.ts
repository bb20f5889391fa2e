import type { Handlers } from '../contract/call.ts'
import { changeEmail, checkEmailChange, requestEmailChange } from '../services/change-email.ts'
import { checkEmailUndo, undoEmailChange } from '../services/undo-email-change.ts'
import type { Services } from './services.ts'

type EmailHandlers = Pick<
  Handlers,
  'requestEmailChange' | 'checkEmailChange' | 'changeEmail' | 'checkEmailUndo' | 'undoEmailChange'
>

export function emailHandlers(
  services: Pick<Services, 'db' | 'vault' | 'now' | 'linkOrigin' | 'hashSecret' | 'sync'>,
): EmailHandlers {
  const { now } = services
  return {
    async requestEmailChange({ body, session: { user }, visitor }) {
      const email = body.email.trim().toLowerCase()
      const origin = services.linkOrigin(visitor)
      await requestEmailChange(services, { user, visitor, now: now() }, email, origin)
    },

    async checkEmailChange({ body, visitor }) {
      const { email, newEmail } = await checkEmailChange(services, { visitor, now: now() }, body.token)
      return { email, new_email: newEmail }
    },

    async changeEmail({ body, visitor }) {
      await changeEmail(services, { visitor, now: now() }, body)
    },

    async checkEmailUndo({ body, visitor }) {
      const { email, newEmail } = await checkEmailUndo(services, { visitor, now: now() }, body.token)
      return { email, new_email: newEmail }
    },

    async undoEmailChange({ body, visitor }) {
      const change = { token: body.token, password: body.new_password }
      await undoEmailChange(services, { visitor, now: now() }, change)
    },
  }
}
