import { randomInt, randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Background, Turn } from '../background/runner.ts'
import { findInvitation } from '../store/invitations.ts'
import {
  addMail,
  type ClaimedMail,
  claimMail,
  delayMail,
  dueMails,
  removeMail,
  replaceRequest,
} from '../store/mails.ts'
import { findAddressLink, isReceiver } from '../store/notification-addresses.ts'
import type { Database, Transaction } from '../store/open.ts'
import { findPasswordReset } from '../store/resets.ts'
import { sendable } from '../store/topics.ts'
import type { Vault } from '../vault/vault.ts'
import type { FramedMail, Mail } from './frame.ts'
import type { Mailer } from './mailer.ts'
import { type ForgottenPassword, prepareResetLink } from './reset-link.ts'

/**
 * A mail ready to be sent, only while all is valid that it names. `link`: the hash of the link in it that resets a
 * password, invites or confirms; `receiver`: the id of the notification address that it goes to; `topic`: of the topic
 * whose events it lists.
 */
export type ReadyMail = { mail: Mail | FramedMail; link: string | null; receiver?: string; topic?: string }

type Request = ForgottenPassword | ReadyMail

export type MailQueue = {
  /** Stores a mail, for `life` seconds at most; once this resolves it outlives the process. */
  add(request: Request, life: number): Promise<void>
  /** Sends pending mails now. */
  run(): Promise<void>
  /** Schedules sending of pending mails. */
  wake(): void
}

/** Seconds after which a notice is no longer worth sending: a mail server may be down over holidays. */
export const noticeLife = 7 * 24 * 60 * 60

/** ms before an added mail is processed: random, so that the response time reveals nothing. */
const soon = () => randomInt(50, 500)
/** ms between checks for failed mails, and for mails left by other processes. */
const poll = () => randomInt(4_000, 5_000)
/** Seconds that a claim lasts: a dozen SMTP steps, each with the time-out of mailer.ts. */
const claimed = 180
/** Seconds until a failed mail is retried: an hour after hours of failures, which a non-existent address causes too. */
export const retryAfter = (tries: number) => (tries > 24 ? 3600 : Math.min(600, 5 * 2 ** (tries - 1)))
const atOnce = 3
/** Mails read in a round; newer urgent ones wait for the next round. */
const most = 30

function sealed(vault: Vault, id: string, request: Request): string {
  return vault.seal(JSON.stringify(request), 'mails.request', id)
}

/**
 * Stores a mail for `life` seconds at most; the queue of any process sends it. `now`: unix seconds. `eventsOf`: see
 * `addMail`.
 */
export async function storeMail(
  { db, vault }: { db: Database; vault: Vault },
  request: Request,
  life: number,
  now: number,
  eventsOf?: string,
): Promise<void> {
  const id = randomUUID()
  await addMail(db, { id, request: sealed(vault, id, request), now, expiresAt: now + life, eventsOf })
}

/**
 * Sends mails that outlive their process, from any process. A mail is sent once, or twice if the process dies between
 * the mail server's acceptance and the database's commit. `now`: ms.
 */
export function addMailQueue(
  background: Background,
  options: {
    db: Database
    vault: Vault
    mailer: Mailer
    now: () => number
    log: Pick<FastifyBaseLogger, 'warn' | 'error'>
  },
): MailQueue {
  const { db, vault, mailer, log } = options
  const seconds = () => Math.floor(options.now() / 1000)

  function unseal({ id, request }: ClaimedMail): Request {
    return JSON.parse(vault.open(request, 'mails.request', id))
  }

  /**
   * The mail for a request, which is stored in that form from then on; null: none, or another process has claimed it.
   */
  async function ready(row: ClaimedMail): Promise<ReadyMail | null> {
    const request = unseal(row)
    if ('mail' in request) return request
    const keep = (trx: Transaction, mail: ReadyMail) => replaceRequest(trx, row, sealed(vault, row.id, mail))
    return prepareResetLink({ db, log }, request, row.expiresAt, keep)
  }

  async function isValid({ link, receiver, topic }: ReadyMail): Promise<boolean> {
    if (receiver !== undefined && !(await isReceiver(db, receiver))) return false
    if (topic !== undefined && !(await sendable(db, [topic], seconds())).has(topic)) return false
    if (link === null) return true
    const find = [findPasswordReset, findInvitation, findAddressLink]
    return (await Promise.all(find.map(each => each(db, link, seconds())))).some(found => found !== null)
  }

  async function act(id: string): Promise<void> {
    const row = await claimMail(db, id, seconds(), seconds() + claimed)
    if (!row) return
    if (row.expiresAt <= seconds()) {
      if (await removeMail(db, row))
        log.error({ tries: row.tries - 1 }, 'A mail expired before it could be sent.')
      return
    }
    try {
      const found = await ready(row)
      if (found && (await isValid(found))) await mailer.send(found.mail, row.id)
    } catch (error) {
      log.warn({ err: error }, 'A mail could not be sent; it will be retried.')
      await delayMail(db, row, Math.min(seconds() + retryAfter(row.tries), row.expiresAt))
      return
    }
    await removeMail(db, row)
  }

  /** Sends pending mails; when this process stops, the rest is left to another process or the next start. */
  async function round({ stopping }: Turn): Promise<number | undefined> {
    const ids = await dueMails(db, seconds(), most)
    const left = ids.values()
    const sender = async () => {
      for (const id of left) {
        if (stopping.aborted) return
        await act(id)
      }
    }
    const ends = await Promise.allSettled(Array.from({ length: atOnce }, sender))
    const failed = ends.find(end => end.status === 'rejected')
    if (failed) throw failed.reason
    return ids.length === most ? 0 : undefined
  }

  const problem = 'The waiting mails could not be read.'
  const worker = background.add({
    name: 'mails',
    problem,
    every: poll,
    first: soon(),
    retry: 1000,
    run: round,
  })
  return {
    async add(request, life) {
      await storeMail({ db, vault }, request, life, seconds())
      worker.wake(soon())
    },
    run: worker.run,
    wake: () => worker.wake(soon()),
  }
}
