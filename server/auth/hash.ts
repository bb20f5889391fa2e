import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

/** OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane. */
const cost = { memory: 19456, passes: 2, parallelism: 1, tagLength: 32 }

/** A password or pin as a PHC string (`$argon2id$v=19$m=…,t=…,p=…$salt$hash`), with a new salt. */
export async function hashSecret(secret: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await run(secret, { ...cost, nonce })
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(nonce)}$${base64(tag)}`
}

/** Whether `secret` is the one that was hashed. Throws on a hash that `hashSecret` did not make. */
export async function verifySecret(secret: string, hash: string): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(hash)
  if (!match) throw new Error('The stored hash is not an argon2id PHC string.')
  const [, memory, passes, parallelism, salt, tag] = match
  const kept = Buffer.from(tag!, 'base64')
  const found = await run(secret, {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(salt!, 'base64'),
    tagLength: kept.length,
  })
  return timingSafeEqual(found, kept)
}

type Parameters = Omit<Argon2Parameters, 'message'>

/** The same text typed on two systems may differ in composition: NFC makes it one. */
function run(secret: string, parameters: Parameters): Promise<Buffer> {
  return queued(() => derive('argon2id', { ...parameters, message: secret.normalize('NFC') }))
}

const atOnce = 2
let running = 0
const waiting: (() => void)[] = []

/** Hashing uses the pool of threads that files need too: at most two at once. */
async function queued<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await new Promise<void>(resolve => waiting.push(resolve))
  else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
