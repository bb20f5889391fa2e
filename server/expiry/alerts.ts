import { type AlertKind, expiryThreshold, isWorse, quotaThreshold } from '../../domain/alerts.ts'
import { fallback } from '../../languages/languages.ts'
import { type Background, eachRow, type Turn, type Worker } from '../background/runner.ts'
import { unsubscribeLink } from '../mail/links.ts'
import { noticeLife, storeMail } from '../mail/queue.ts'
import { alertMail } from '../mail/texts.ts'
import type { StorageAdmin } from '../storage-admin/storage-admin.ts'
import { noteFull } from '../store/accounts.ts'
import {
  type Alert,
  type AlertedAccount,
  accountsToCheck,
  addAlert,
  claimCheck,
  setThreshold,
} from '../store/alerts.ts'
import { listReceivers } from '../store/notification-addresses.ts'
import { listGroups } from '../store/notification-groups.ts'
import type { Database } from '../store/open.ts'
import { findOwner } from '../store/users.ts'
import type { Vault } from '../vault/vault.ts'

/** Seconds between checks of an account. */
const pause = 600

type Facts = Pick<Alert, 'used' | 'total' | 'expireDate'>
const none: Facts = { used: null, total: null, expireDate: null }

/**
 * Notifies the groups of each account when it nears its quota or its expiry, once per threshold until it is left again.
 * The process that claims an account checks it. `now`: ms.
 */
export function addAlerts(
  background: Background,
  options: {
    db: Database
    vault: Vault
    /** See `ownOrigin`. */
    origin: string | null
    admin: Pick<StorageAdmin, 'capabilities' | 'usage'>
    now: () => number
  },
): Worker {
  const { db, vault, admin, origin } = options
  const seconds = () => Math.floor(options.now() / 1000)

  /**
   * What is looked at for each account, one after the other. A mail that time causes is an entry: who gets it once for
   * a subject, takes an attempt of `store/attempts.ts` in the transaction that stores it.
   */
  const checks: ((account: AlertedAccount, now: number) => Promise<void>)[] = [nearsExpiry, nearsQuota]

  async function check(account: AlertedAccount, since: number): Promise<void> {
    const now = seconds()
    if (!(await claimCheck(db, account.id, { since, now }))) return
    for (const each of checks) await each(account, now)
  }

  async function nearsExpiry(account: AlertedAccount, now: number): Promise<void> {
    const { expireDate } = account
    await reach(account, 'expiry', expiryThreshold(expireDate, now), { ...none, expireDate })
  }

  async function nearsQuota(account: AlertedAccount, now: number): Promise<void> {
    const usage = admin.capabilities.usage ? await admin.usage(account.storageUid) : null
    if (!usage) return
    await noteFull(db, account.id, usage.full, now)
    const facts = { ...none, used: usage.counted, total: usage.quota }
    await reach(account, 'quota', quotaThreshold(usage, account.thresholds.quota), facts)
  }

  /** Stores the threshold, and the mails about it in the same transaction. */
  async function reach(
    account: AlertedAccount,
    kind: AlertKind,
    threshold: number,
    facts: Facts,
  ): Promise<void> {
    const before = account.thresholds[kind]
    if (threshold === before) return
    const at = seconds()
    await db.transaction().execute(async trx => {
      if (!(await setThreshold(trx, account.id, kind, { before, threshold }))) return
      if (!isWorse(kind, threshold, before)) return
      const groups = (await listGroups(trx, account.id)).filter(({ alerts }) => alerts.includes(kind))
      const receivers = await listReceivers(
        trx,
        account.id,
        groups.flatMap(group => group.emails),
      )
      const emails = receivers.map(({ email }) => email).sort()
      const alert = { ...facts, kind, threshold, at, emails }
      await addAlert(trx, account.id, alert)
      const locale = (await findOwner(trx, account.id))?.locale ?? fallback
      for (const { id, email } of receivers) {
        const unsubscribe = unsubscribeLink(vault, origin, id)
        const mail = { ...alertMail(locale, email, account.name, alert), unsubscribe }
        await storeMail({ db: trx, vault }, { mail, link: null, receiver: id }, noticeLife, at)
      }
    })
  }

  async function run(turn: Turn): Promise<undefined> {
    const since = seconds() - pause
    await eachRow(
      turn,
      after => accountsToCheck(db, since, after),
      account => check(account, since),
    )
  }

  const problem = 'An account could not be checked for alerts.'
  return background.add({
    name: 'alerts',
    problem,
    every: () => pause * 1000,
    first: 60_000,
    retry: 60_000,
    run,
  })
}
