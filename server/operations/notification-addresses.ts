import { randomBytes } from 'node:crypto'
import { canonicalEmail } from '../../domain/email-address.ts'
import { fallback } from '../../languages/languages.ts'
import type { By, From } from '../audit/actor.ts'
import { audit } from '../audit/record.ts'
import { limits, requireAttempt, takeByAddress } from '../auth/limits.ts'
import { hashToken } from '../auth/tokens.ts'
import type { Handlers } from '../contract/call.ts'
import { Problem } from '../errors/problem.ts'
import { addressOfToken } from '../mail/links.ts'
import { storeMail } from '../mail/queue.ts'
import { confirmAddressMail } from '../mail/texts.ts'
import { lockAccount } from '../store/accounts.ts'
import { takeAttempt } from '../store/attempts.ts'
import {
  addAddress,
  dropUnusedAddresses,
  findAddress,
  findAddressLink,
  isConfirmedSignIn,
  keepAddressLink,
  listAddresses,
  type NotificationAddress,
  setAddressState,
} from '../store/notification-addresses.ts'
import type { Database, Transaction } from '../store/open.ts'
import type { Vault } from '../vault/vault.ts'
import type { Services } from './services.ts'
import { requireOrigin } from './sign-in-of-others.ts'

type Within = { db: Transaction; vault: Vault }

/** Seconds that the link which confirms an address is valid. */
const linkLife = 7 * 24 * 60 * 60

export function notificationAddressOperations(services: Pick<Services, 'db' | 'vault' | 'linkOrigin'>) {
  const { db, vault } = services

  /** The address that a mailed link confirms or unsubscribes. */
  async function checkLink(
    { visitor, now }: From,
    find: (seconds: number) => Promise<NotificationAddress | null>,
  ): Promise<{ email: string; account: string }> {
    const seconds = Math.floor(now / 1000)
    await takeByAddress(services, 'email check', limits.emailCheckAddress, visitor, seconds)
    const address = await find(seconds)
    if (!address) throw new Problem('INVALID_TOKEN')
    return { email: address.email, account: address.accountName }
  }

  return {
    /** Mails another link to an address that is not confirmed. */
    async sendAddressConfirmation({ body, by }) {
      const email = canonicalEmail(body.email)
      await db.transaction().execute(async trx => {
        await lockAccount(trx, by.user.accountId)
        const address = (await listAddresses(trx, by.user.accountId)).find(each => each.email === email)
        if (!address) throw new Problem('NOT_FOUND')
        if (address.state === 'confirmed') return
        const origin = services.linkOrigin(by.visitor)
        const wait = await requestConfirmation({ db: trx, vault }, by, address, origin)
        if (wait !== null) throw new Problem('TOO_MANY_REQUESTS', { retryAfter: wait })
        await audit(trx, by, 'NOTIFICATION_ADDRESS_REQUESTED', { target: email })
      })
    },

    checkAddressConfirmation: ({ body, by }) =>
      checkLink(by, seconds => findAddressLink(db, hashToken(body.token), seconds)),

    async confirmAddress({ body, by }) {
      await db.transaction().execute(async trx => {
        const address = await findAddressLink(trx, hashToken(body.token), Math.floor(by.now / 1000))
        if (!address || !(await setAddressState(trx, address.id, 'confirmed')))
          throw new Problem('INVALID_TOKEN')
        await record(trx, by, 'NOTIFICATION_ADDRESS_CONFIRMED', address)
      })
    },

    checkUnsubscription: ({ body, by }) =>
      checkLink(by, () => findAddress(db, addressOfToken(vault, body.token) ?? '')),

    unsubscribe: ({ body, by }) => unsubscribe(services, by, body.token),
  } satisfies Partial<Handlers>
}

/** Also of an address that was unsubscribed before, or that no group has any longer. INVALID_TOKEN. */
export async function unsubscribe(
  { db, vault }: Pick<Services, 'db' | 'vault'>,
  from: From,
  token: string,
): Promise<void> {
  const id = addressOfToken(vault, token)
  if (id === null) throw new Problem('INVALID_TOKEN')
  await db.transaction().execute(async trx => {
    const address = await findAddress(trx, id)
    if (address && (await setAddressState(trx, id, 'unsubscribed')))
      await record(trx, from, 'NOTIFICATION_ADDRESS_UNSUBSCRIBED', address)
  })
}

function record(
  db: Database,
  { visitor, now }: From,
  action: 'NOTIFICATION_ADDRESS_CONFIRMED' | 'NOTIFICATION_ADDRESS_UNSUBSCRIBED',
  { accountId, accountName, email }: NotificationAddress,
): Promise<void> {
  return audit(db, { user: { accountId, accountName, email }, visitor, now }, action, { target: email })
}

/**
 * Brings the account's addresses in line with its groups, of which one has `emails` now: a new address is mailed a link
 * that confirms it, unless it was mailed too many lately. `db`: a transaction that locks the account; `origin`: see
 * `linkOrigin`. TOO_MANY_REQUESTS, MAIL_FAILED.
 */
export async function admitAddresses(
  deps: Within,
  by: By,
  emails: readonly string[],
  origin: string | null,
): Promise<void> {
  const { db } = deps
  const { accountId } = by.user
  const known = new Set((await listAddresses(db, accountId)).map(({ email }) => email))
  // In one order everywhere: the counts of addresses are locked until the transaction ends.
  for (const email of emails.filter(each => !known.has(each)).sort()) {
    await requestConfirmation(deps, by, await addAddress(db, accountId, email), origin)
  }
  await dropUnusedAddresses(db, accountId)
}

/** Returns the seconds after which the address may be mailed again; null: it was, or need not be. */
async function requestConfirmation(
  { db, vault }: Within,
  { user, visitor, now }: By,
  { id, accountId, accountName, email, state }: NotificationAddress,
  origin: string | null,
): Promise<number | null> {
  if (state !== 'unsubscribed' && (await isConfirmedSignIn(db, accountId, email))) {
    await setAddressState(db, id, 'confirmed')
    return null
  }
  const link = requireOrigin(origin)
  const seconds = Math.floor(now / 1000)
  await requireAttempt(db, `address confirmations ${accountId}`, limits.addressConfirmations, seconds)
  const address = vault.digest(email)
  const ofAccount = `address confirmation mails ${accountId} ${address}`
  const ofAll = `address confirmation mails ${address}`
  const wait =
    (await takeAttempt(db, ofAccount, limits.addressConfirmationMails, seconds)) ??
    (await takeAttempt(db, ofAll, limits.addressConfirmationMailsOfAll, seconds))
  if (wait !== null) return wait
  const token = randomBytes(32).toString('base64url')
  const hash = hashToken(token)
  await keepAddressLink(db, id, { hash, expiresAt: seconds + linkLife })
  const locale = user.locale ?? visitor.locale ?? fallback
  const mail = confirmAddressMail(locale, email, accountName, `${link}/confirm-address#${token}`)
  await storeMail({ db, vault }, { mail, link: hash }, linkLife, seconds)
  return null
}
