import { canonicalEmail } from '../../domain/email-address.ts'
import { audit } from '../audit/record.ts'
import { rememberDevice, rememberDeviceOfLocked } from '../auth/device.ts'
import { verifySecret } from '../auth/hash.ts'
import { limits, takeByAddress } from '../auth/limits.ts'
import { hashNewPassword } from '../auth/new-password.ts'
import { hashToken } from '../auth/tokens.ts'
import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { linkLife } from '../mail/reset-link.ts'
import { auditAndTell } from '../mail/security-notice.ts'
import { takeAttempt } from '../store/attempts.ts'
import { findInvitation, takeInvitation } from '../store/invitations.ts'
import { findPasswordReset, takePasswordReset } from '../store/resets.ts'
import { confirmEmailOf, findUser, lockUser, setPassword, type User } from '../store/users.ts'
import { withLockedUser } from '../store/with-locked-user.ts'
import { passwordIsRight } from './confirm-identity.ts'
import type { Services } from './services.ts'
import { forgetNewDeviceFailures } from './sign-in.ts'

export function passwordOperations(
  services: Pick<Services, 'db' | 'vault' | 'mails' | 'linkOrigin' | 'hashSecret' | 'brand'>,
) {
  const { db, vault } = services

  /** The user of a link; `invited`: by an invitation. INVALID_TOKEN. */
  async function ofLink(hash: string, seconds: number): Promise<{ user: User; invited: boolean }> {
    const reset = await findPasswordReset(db, hash, seconds)
    const userId = reset ?? (await findInvitation(db, hash, seconds))
    const user = userId === null ? null : await findUser(db, userId)
    if (!user) throw new Problem('INVALID_TOKEN')
    return { user, invited: reset === null }
  }

  return {
    /** Ends the user's other sessions. */
    async changePassword({ body, session, tokens, setDeviceCookie, by }) {
      const { user } = by
      const { current_password: current, new_password: next } = body
      const reused = next.normalize('NFC') === current.normalize('NFC')
      // The correct password counts as an attempt too if nothing changes: otherwise hashing it would not be limited.
      const success = reused ? 'counts' : 'forgets'
      if (!(await passwordIsRight(db, by, current, 'PASSWORD_CHANGE_FAILED', success))) {
        await audit(db, by, 'PASSWORD_CHANGE_FAILED', {
          detail: { kind: 'error', code: 'CURRENT_PASSWORD_INCORRECT' },
        })
        throw new Problem('CURRENT_PASSWORD_INCORRECT')
      }
      if (reused) throw new Problem('PASSWORD_REUSED')
      const newHash = await hashNewPassword(services, 'new_password', next, user)
      const change = { userId: user.id, oldHash: user.passwordHash, newHash, keepSession: session.id }
      await withLockedUser(db, user.id, async trx => {
        if (!(await setPassword(trx, change))) throw new Problem('CURRENT_PASSWORD_INCORRECT')
        await auditAndTell({ db: trx, vault }, by, 'PASSWORD_CHANGED')
      })
      setDeviceCookie(await rememberDevice(db, tokens.device, user, Math.floor(by.now / 1000)))
    },

    /** Queues the mail with the link. Reveals nothing about the address. */
    async requestResetPassword({ body, by: { visitor, now } }) {
      const email = canonicalEmail(body.email)
      const seconds = Math.floor(now / 1000)
      await takeByAddress(services, 'reset address', limits.resetAddress, visitor, seconds)
      const over = await takeAttempt(db, `reset mails ${vault.digest(email)}`, limits.resetMails, seconds)
      if (over !== null) return
      // The queue looks up the user: here the time for it would reveal whether there is one.
      const { locale, address, userAgent } = visitor
      const origin = services.linkOrigin(visitor)
      await services.mails.add({ email, origin, locale, visitor: { address, userAgent }, now }, linkLife)
    },

    async checkResetPassword({ body, by }) {
      const seconds = Math.floor(by.now / 1000)
      await takeByAddress(services, 'reset check', limits.resetCheckAddress, by.visitor, seconds)
      await ofLink(hashToken(body.token), seconds)
    },

    /** Sets a password by a mailed link, or the first one by an invitation, and ends the user's sessions. */
    async resetPassword({ body, tokens, setDeviceCookie, by: from }) {
      const seconds = Math.floor(from.now / 1000)
      const hash = hashToken(body.token)
      const { user, invited } = await ofLink(hash, seconds)
      if (await verifySecret(body.new_password, user.passwordHash)) throw new Problem('PASSWORD_REUSED')
      const newHash = await hashNewPassword(services, 'new_password', body.new_password, user)
      const change = { userId: user.id, oldHash: user.passwordHash, newHash, keepSession: null }
      const device = await db.transaction().execute(async trx => {
        const taken =
          (await lockUser(trx, user.id)) &&
          (await (invited ? takeInvitation : takePasswordReset)(trx, hash, seconds)) &&
          (await setPassword(trx, change))
        if (!taken) throw new Problem('INVALID_TOKEN')
        await confirmEmailOf(trx, user.id)
        await forgetNewDeviceFailures(trx, vault, user.email)
        const by = { ...from, user }
        if (invited) await audit(trx, by, 'INVITATION_ACCEPTED')
        else await auditAndTell({ db: trx, vault }, by, 'PASSWORD_RESET')
        return rememberDeviceOfLocked(trx, tokens.device, user, seconds)
      })
      setDeviceCookie(device)
    },
  } satisfies Partial<Handlers>
}
