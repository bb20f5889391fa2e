import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { Problem } from '../errors/problem.ts'

const derive = promisify(argon2)

/** The cost of a hash. `memory`: KiB. */
export type HashCost = { memory: number; passes: number }

/** OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane. */
const owaspCost: HashCost = { memory: 19456, passes: 2 }

/** A password or pin as a PHC string (`$argon2id$v=19$m=…,t=…,p=…$salt$hash`), with a new salt. Throws `Busy`. */
export type HashSecret = (secret: string) => Promise<string>

export function makeHashSecret({ memory, passes }: HashCost = owaspCost): HashSecret {
  return async secret => {
    const nonce = randomBytes(16)
    const tag = await run(secret, { memory, passes, parallelism: 1, tagLength: 32, nonce })
    return `$argon2id$v=19$m=${memory},t=${passes},p=1$${base64(nonce)}$${base64(tag)}`
  }
}

export const hashSecret = makeHashSecret()

/**
 * Whether `secret` is the one that was hashed. Throws `Busy`, also if `signal` aborts while it waits, and on a hash
 * that `hashSecret` did not create.
 */
export async function verifySecret(secret: string, hash: string, signal?: AbortSignal): Promise<boolean> {
  const { parameters, kept } = parsed(hash)
  return timingSafeEqual(await run(secret, parameters, signal), kept)
}

/**
 * A secret as a PHC string with the cost and the salt of `hash`: it is `hash` if that is the secret's. Throws `Busy`, and
 * on a hash that `hashSecret` did not create.
 */
export async function hashLike(secret: string, hash: string): Promise<string> {
  const { parameters, head } = parsed(hash)
  return head + base64(await run(secret, parameters))
}

/** A PHC string: its cost and salt, its hash, and all that stands before this. */
function parsed(hash: string): { parameters: Parameters; kept: Buffer; head: string } {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(hash)
  if (!match) throw new Error('The stored hash is not an argon2id PHC string.')
  const [, memory, passes, parallelism, salt, tag] = match
  const kept = Buffer.from(tag!, 'base64')
  const parameters = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(salt!, 'base64'),
    tagLength: kept.length,
  }
  return { parameters, kept, head: hash.slice(0, -tag!.length) }
}

type Parameters = Omit<Argon2Parameters, 'message'>

/** NFC: the same text may be composed differently on two systems. */
async function run(secret: string, parameters: Parameters, signal?: AbortSignal): Promise<Buffer> {
  await turn(signal)
  try {
    return await derive('argon2id', { ...parameters, message: secret.normalize('NFC') })
  } finally {
    const [next] = waiting
    if (next) next()
    else running--
  }
}

/** At most two at once: hashing uses the thread pool, which file access needs too. */
const atOnce = 2
/** About two seconds of work. */
const mostWaiting = 32
let running = 0
const waiting = new Set<() => void>()

/** TOO_MANY_REQUESTS: too many already wait to hash; nothing was hashed. */
export class Busy extends Problem {
  constructor() {
    super('TOO_MANY_REQUESTS', { retryAfter: 5 })
  }
}

/** Waits for one of the `atOnce` slots. Throws `Busy` if too many wait, or `signal` aborts. */
async function turn(signal?: AbortSignal): Promise<void> {
  if (running < atOnce) {
    running++
    return
  }
  if (waiting.size >= mostWaiting || signal?.aborted) throw new Busy()
  await new Promise<void>((resolve, reject) => {
    const leave = () => {
      waiting.delete(go)
      signal?.removeEventListener('abort', giveUp)
    }
    const go = () => {
      leave()
      resolve()
    }
    const giveUp = () => {
      leave()
      reject(new Busy())
    }
    waiting.add(go)
    signal?.addEventListener('abort', giveUp)
  })
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
