import { randomInt, randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Vault } from '../secret.ts'
import {
  addMail,
  type ClaimedMail,
  claimMail,
  delayMail,
  dueMails,
  removeMail,
  replaceRequest,
} from '../store/mails.ts'
import type { Database } from '../store/open.ts'
import { findPasswordReset } from '../store/resets.ts'
import type { Mail, Mailer } from './mailer.ts'
import { type ForgottenPassword, prepareResetLink } from './reset-link.ts'

/** A mail as it is sent; with `link`, the digest of the reset link in it, only while that link counts. */
export type ReadyMail = { mail: Mail; link: string | null }

type Request = ForgottenPassword | ReadyMail

export type MailQueue = {
  /** Keeps what is to be mailed, for `life` seconds at most. It outlives the process once this resolves. */
  add(request: Request, life: number): Promise<void>
  /** Acts on what is due now. */
  run(): Promise<void>
  /** Begins to look for what is due. */
  start(): void
  /** Ends, after what is under way. What still waits is for another process, or the next start. */
  stop(): Promise<void>
}

/** ms until a mail that was added begins: a moment that says nothing. */
const soon = () => randomInt(50, 500)
/** ms after which it looks for what failed, and for what other processes left. */
const poll = () => randomInt(4_000, 5_000)
/** Seconds for which a claim holds: a dozen steps of SMTP, each of which may take the 10 s of mailer.ts. */
const claimed = 180
/** Seconds until a mail that failed is tried again. */
const again = (tries: number) => Math.min(600, 5 * 2 ** (tries - 1))
const atOnce = 3
const most = 100

/**
 * Sends mails that outlive their process, by whichever process is there. A mail is sent once, unless its process ends
 * between the mail server's word and the database's: then twice. `now`: ms.
 */
export function makeMailQueue(options: {
  db: Database
  vault: Vault
  mailer: Mailer
  now: () => number
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
}): MailQueue {
  const { db, vault, mailer, log } = options
  const seconds = () => Math.floor(options.now() / 1000)
  let timer: NodeJS.Timeout | undefined
  /** When the timer ends, by `performance.now`. */
  let wakesAt = Number.POSITIVE_INFINITY
  let running: Promise<void> = Promise.resolve()
  let stopped = false

  function seal(id: string, request: Request): string {
    return vault.seal(JSON.stringify(request), `mail ${id}`)
  }

  function unseal({ id, request }: ClaimedMail): Request {
    return JSON.parse(vault.open(request, `mail ${id}`))
  }

  /** The mail that a request leads to, as it is kept from then on; null: none, or another process has it now. */
  async function ready(row: ClaimedMail): Promise<ReadyMail | null> {
    const request = unseal(row)
    if ('mail' in request) return request
    const keep = (trx: Database, mail: ReadyMail) => replaceRequest(trx, row, seal(row.id, mail))
    return prepareResetLink({ db, log }, request, row.expiresAt, keep)
  }

  async function act(id: string): Promise<void> {
    const row = await claimMail(db, id, seconds(), seconds() + claimed)
    if (!row) return
    if (row.expiresAt <= seconds()) {
      if (await removeMail(db, row))
        log.error({ tries: row.tries - 1 }, 'A mail was given up: its time is over.')
      return
    }
    try {
      const found = await ready(row)
      const counts = found && (found.link === null || (await findPasswordReset(db, found.link, seconds())))
      if (counts) await mailer.send(found.mail)
    } catch (error) {
      log.warn({ err: error }, 'A mail could not be sent; it will be tried again.')
      await delayMail(db, row, Math.min(seconds() + again(row.tries), row.expiresAt))
      return
    }
    await removeMail(db, row)
  }

  /** Whether more may be due. */
  async function round(): Promise<boolean> {
    const ids = await dueMails(db, seconds(), most)
    const left = ids.values()
    const worker = async () => {
      for (const id of left) {
        if (stopped) return
        await act(id)
      }
    }
    const ends = await Promise.allSettled(Array.from({ length: atOnce }, worker))
    const failed = ends.find(end => end.status === 'rejected')
    if (failed) throw failed.reason
    return ids.length === most
  }

  function run(): Promise<void> {
    running = running.then(async () => {
      if (stopped) return
      clearTimeout(timer)
      wakesAt = Number.POSITIVE_INFINITY
      try {
        if (await round()) runIn(0)
      } catch (error) {
        log.error({ err: error }, 'The waiting mails could not be looked at.')
      }
      runIn(poll())
    })
    return running
  }

  /** Never later than it would have run anyway. */
  function runIn(wait: number): void {
    const at = performance.now() + wait
    if (stopped || at >= wakesAt) return
    clearTimeout(timer)
    wakesAt = at
    timer = setTimeout(() => void run(), wait)
    timer.unref()
  }

  return {
    async add(request, life) {
      const id = randomUUID()
      const now = seconds()
      await addMail(db, { id, request: seal(id, request), now, expiresAt: now + life })
      runIn(soon())
    },
    run,
    start: () => runIn(soon()),
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
