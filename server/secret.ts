import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { seal, unseal } from './sealing.ts'

/** The secret kept in the data folder; created (mode 0600) if missing, atomically. */
export function readOrMakeSecret(dataDir: string): string {
  const path = join(dataDir, 'secret')
  if (!existsSync(path)) makeSecret(path)
  const secret = readFileSync(path, 'utf8').trim()
  if (secret.length < 32) throw new Error(`${path} holds no secret of at least 32 characters.`)
  return secret
}

function makeSecret(path: string): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true })
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(draft)
  }
}

/** Encrypts what the database must not contain in plain text, and computes keyed digests. */
export type Vault = {
  /** `context`: the owner of the secret; `open` throws with another one. */
  seal(plain: string, context: string): string
  open(sealed: string, context: string): string
  /** A keyed digest (hex), for values that are only compared. */
  digest(text: string): string
  /** A secret (hex) for another purpose, derived from this one. */
  derive(purpose: string): string
}

/** AES-256-GCM (NIST SP 800-38D) with a random nonce; keys by HKDF-SHA256 (RFC 5869) from `secret`. */
export function makeVault(secret: string): Vault {
  const key = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `kho ${purpose}`, 32))
  const sealing = key('secrets at rest')
  const digesting = key('digests')
  return {
    seal(plain, context) {
      const { nonce, tag, encrypted } = seal(sealing, plain, context)
      return Buffer.concat([nonce, tag, encrypted]).toString('base64url')
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed, 'base64url')
      const parts = {
        nonce: bytes.subarray(0, 12),
        tag: bytes.subarray(12, 28),
        encrypted: bytes.subarray(28),
      }
      return unseal(sealing, parts, context).toString('utf8')
    },
    digest: text => createHmac('sha256', digesting).update(text).digest('hex'),
    derive: purpose => key(purpose).toString('hex'),
  }
}
