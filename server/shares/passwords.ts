import { timingSafeEqual } from 'node:crypto'
import type { Visitor } from '../audit/actor.ts'
import { audit } from '../audit/record.ts'
import { Busy, verifySecret } from '../auth/hash.ts'
import { addressBlock } from '../limits/rate.ts'
import { noticeLife, storeMail } from '../mail/queue.ts'
import { shareAttackedMail } from '../mail/texts.ts'
import {
  clearAttempts,
  clearAttemptsBelow,
  type Limit,
  releaseAttempt,
  takeAttempt,
} from '../store/attempts.ts'
import type { Database } from '../store/open.ts'
import { pauseAttacked, type Share } from '../store/shares.ts'
import type { User } from '../store/users.ts'
import type { Vault } from '../vault/vault.ts'
import { shareDetail } from './share-detail.ts'

const quarter = 15 * 60
/** Wrong passwords: of a share from one block of addresses, of all shares from one, and of a share, which then pauses. */
const limits = {
  guest: { attempts: 10, seconds: quarter },
  address: { attempts: 100, seconds: quarter },
  share: { attempts: 100, seconds: 24 * 60 * 60 },
} as const satisfies Record<string, Limit>

const longest = 128

type Deps = { db: Database; vault: Vault }
type Guest = { visitor: Visitor; now: number }

/** `wait`: seconds until the next attempt. `paused`: there were too many, and the share is closed. */
export type PasswordAnswer = 'right' | 'wrong' | 'paused' | { wait: number }

const shareWide = (id: string) => `share ${id} day`

/** Whether a guest's password is the share's. Each attempt counts before it is made; a right one clears the guest's. Throws `Busy`. */
export async function tryPassword(
  deps: Deps,
  { share, maker }: { share: Share; maker: User },
  { visitor, now }: Guest,
  { password, disconnected }: { password: string; disconnected: AbortSignal },
): Promise<PasswordAnswer> {
  const { db, vault } = deps
  const seconds = Math.floor(now / 1000)
  const block = vault.digest(addressBlock(visitor.address))
  const names = {
    guest: `share ${share.id} ${block}`,
    address: `share-address ${block}`,
    share: shareWide(share.id),
  }
  const taken: string[] = []
  for (const kind of ['guest', 'address', 'share'] as const) {
    const wait = await takeAttempt(db, names[kind], limits[kind], seconds)
    if (wait === null) taken.push(names[kind])
    else {
      for (const name of taken) await releaseAttempt(db, name)
      if (kind !== 'share') return { wait }
      await pause(deps, share, maker, { visitor, now })
      return 'paused'
    }
  }
  try {
    if (!(await isRight(password, share, disconnected))) return 'wrong'
  } catch (error) {
    if (error instanceof Busy) for (const name of taken) await releaseAttempt(db, name)
    throw error
  }
  await clearAttempts(db, names.guest)
  await releaseAttempt(db, names.address)
  await releaseAttempt(db, names.share)
  return 'right'
}

async function isRight(
  password: string,
  { passwordHash }: Share,
  disconnected: AbortSignal,
): Promise<boolean> {
  if (passwordHash === null || password === '' || password.length > longest) return false
  return verifySecret(password, passwordHash, disconnected)
}

/** Pauses an attacked share, and mails that to its maker. */
async function pause({ db, vault }: Deps, share: Share, maker: User, { visitor, now }: Guest): Promise<void> {
  await db.transaction().execute(async trx => {
    if (!(await pauseAttacked(trx, share.id))) return
    await audit(trx, { user: maker, visitor, now, operator: '' }, 'SHARE_ATTACKED', {
      target: share.bucket,
      detail: shareDetail({ ...share, pause: 'attack' }),
    })
    const mail = shareAttackedMail(maker.locale ?? 'vi', maker.email, `${share.bucket}/${share.path}`)
    await storeMail({ db: trx, vault }, { mail, link: null }, noticeLife, Math.floor(now / 1000))
  })
}

/** Forgets the wrong passwords of a share. */
export function forgetWrongPasswords(db: Database, id: string): Promise<void> {
  return clearAttemptsBelow(db, `share ${id} `)
}

/** Seconds for which a guest need not enter the password again. */
export const graceLife = 60 * 60

const stamped = ({ id, passwordHash }: Share, until: number) => `share grace ${id} ${until} ${passwordHash}`

/** What a guest's browser keeps once the password was right: nothing with another share or another password. `now`: unix seconds. */
export function newGrace(vault: Vault, share: Share, now: number): string {
  const until = now + graceLife
  return `${until}.${vault.digest(stamped(share, until))}`
}

/** Whether a grace is this share's, and has not expired. `now`: unix seconds. */
export function isGrace(vault: Vault, share: Share, grace: string, now: number): boolean {
  const [, end, given] = /^(\d{1,12})\.([\da-f]{64})$/.exec(grace) ?? []
  if (end === undefined || given === undefined || Number(end) <= now) return false
  const expected = vault.digests(stamped(share, Number(end)))
  return expected.some(digest => timingSafeEqual(Buffer.from(digest), Buffer.from(given)))
}
