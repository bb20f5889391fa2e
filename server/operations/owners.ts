import { canonicalEmail } from '../../domain/email-address.ts'
import { generatePassword } from '../../domain/generate-password.ts'
import { changes } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import type { Handlers } from '../contract/call.ts'
import { invalid, Problem } from '../errors/problem.ts'
import type { Mail } from '../mail/frame.ts'
import { noticeLife, storeMail } from '../mail/queue.ts'
import { newOwnerMail, ownerReplacedMail } from '../mail/texts.ts'
import { replaceOwnersKey } from '../storage-admin/console-keys.ts'
import { bucketsOf, bumpGrants, scopesOfKeys } from '../store/bucket-grants.ts'
import { dropEmailUndos, emailHolder, setEmail } from '../store/email-changes.ts'
import type { Database } from '../store/open.ts'
import { handOverUser, resetAccess } from '../store/reset-access.ts'
import { bumpDesiredVersion } from '../store/storage-users.ts'
import { findOwner, lockUser, type User } from '../store/users.ts'
import type { Services } from './services.ts'
import { forgetNewDeviceFailures } from './sign-in.ts'
import { invite, inviteAgain, requireOrigin, resetSignIn, unknownPassword } from './sign-in-of-others.ts'

export function ownerOperations(
  services: Pick<Services, 'db' | 'vault' | 'hashSecret' | 'sync' | 'grants' | 'linkOrigin'>,
) {
  const { db, vault, sync, grants } = services
  return {
    inviteOwner: ({ body, by }) => inviteAgain(services, by, { ownerOf: body.id }),

    resetOwner: async ({ body: { id, parts }, by }) => ({
      password: await resetSignIn(services, by, { ownerOf: id }, parts),
    }),

    /**
     * Replaces the owner of an account; the new owner is invited (null) or gets the returned temporary password. The
     * old owner's keys, API clients, sessions and jobs end, and what the console signed for the old owner.
     */
    async replaceOwner({ body, by }) {
      const { id: accountId, invite: invited = false } = body
      const nextEmail = canonicalEmail(body.owner_email)
      const origin = services.linkOrigin(by.visitor)
      const seconds = Math.floor(by.now / 1000)
      const { id, email: former } = await requireOwner(db, accountId)
      if (nextEmail === former) throw invalid('owner_email', 'email-unchanged')
      const holder = await emailHolder(db, nextEmail, seconds)
      if (holder && holder.id !== id) throw new Problem('EMAIL_TAKEN')
      const invitedFrom = invited ? requireOrigin(origin) : null
      const password = invited ? null : generatePassword()
      const passwordHash = await services.hashSecret(password ?? unknownPassword())
      const buckets = await db.transaction().execute(async trx => {
        await lockUser(trx, id)
        const old = await requireOwner(trx, accountId)
        if (old.id !== id) throw new Problem('USER_NOT_FOUND')
        const buckets = bucketsOf(...(await scopesOfKeys(trx, [id])))
        await dropEmailUndos(trx, id)
        if (!(await setEmail(trx, id, nextEmail, seconds))) throw new Problem('EMAIL_TAKEN')
        await resetAccess(trx, id, { passwordHash, pin: true, twoStep: true })
        await handOverUser(trx, id, body.owner_name.trim())
        await replaceOwnersKey({ db: trx, vault, now: seconds }, accountId)
        await forgetNewDeviceFailures(trx, vault, nextEmail)
        await bumpGrants(trx, accountId, buckets)
        await bumpDesiredVersion(trx, accountId)
        const { locale } = by.visitor
        const link = origin === null ? null : `${origin}/`
        const store = (mail: Mail) => storeMail({ db: trx, vault }, { mail, link: null }, noticeLife, seconds)
        await store(ownerReplacedMail(old.locale ?? locale, old.email, old.accountName))
        const person = { id, email: nextEmail, accountName: old.accountName, isSubUser: false }
        if (invitedFrom !== null) await invite({ db: trx, vault }, by, person, invitedFrom)
        else await store(newOwnerMail(locale, nextEmail, old.accountName, link))
        const detail = changes({ email: old.email }, { email: nextEmail })
        await audit(trx, by, 'OWNER_REPLACED', { target: old.accountName, detail })
        return buckets
      })
      // A failure here is retried by the sweeper; a password is returned only now.
      await sync.apply(accountId).catch(() => undefined)
      await grants.apply(accountId, buckets).catch(() => undefined)
      return { password }
    },
  } satisfies Partial<Handlers>
}

/** USER_NOT_FOUND. */
async function requireOwner(db: Database, accountId: string): Promise<User> {
  const owner = await findOwner(db, accountId)
  if (!owner || owner.isSupperAdmin) throw new Problem('USER_NOT_FOUND')
  return owner
}
