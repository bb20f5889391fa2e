import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { type SealedColumn, sealedColumns } from './sealed-columns.ts'
import { seal, unseal } from './sealing.ts'

/** Encrypts what the database must not contain in plain text, and computes keyed digests. */
export type Vault = {
  /** Seals a text for a column of the row that belongs to `owner`. */
  seal(plain: string, column: SealedColumn, owner: string): string
  /** Opens what either secret sealed. @throws with another column's context or another owner */
  open(sealed: string, column: SealedColumn, owner: string): string
  /** The same text, sealed with the secret; null if it is already. @throws if neither secret sealed it */
  reseal(sealed: string, column: SealedColumn, owner: string): string | null
  /** A keyed digest (hex), for values that are only compared. */
  digest(text: string): string
  /** All digests (hex) that a stored one of the text may be: with the secret, and with those before it. */
  digests(text: string): string[]
  /** A secret (hex) for another purpose, derived from this one. */
  derive(purpose: string): string
  /** The same of the secret that is being replaced; null: none is. */
  deriveEarlier(purpose: string): string | null
}

const keyOf = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `kho ${purpose}`, 32))

const digestWith = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest('hex')

/** The key of a secret's digests (hex). */
export const digestKeyOf = (secret: string): string => keyOf(secret, 'digests').toString('hex')

/** Tells secrets apart without revealing them. */
export const markOf = (secret: string): string => digestWith(keyOf(secret, 'digests'), 'kho')

/**
 * AES-256-GCM (NIST SP 800-38D) with a random nonce; keys by HKDF-SHA256 (RFC 5869) from `secret`. `earlier`: the secret
 * that it replaces; `digestKeys`: those of secrets before, for `digests`.
 */
export function makeVault(
  secret: string,
  earlier: string | null = null,
  digestKeys: readonly string[] = [],
): Vault {
  const sealingKeyOf = (secret: string) => createSecretKey(keyOf(secret, 'secrets at rest'))
  const sealing = sealingKeyOf(secret)
  const before = earlier === null ? null : sealingKeyOf(earlier)
  const digesting = keyOf(secret, 'digests')
  const accepted = [digesting, ...digestKeys.map(key => Buffer.from(key, 'hex'))]
  const contextOf = (column: SealedColumn, owner: string) => sealedColumns[column].context(owner)

  function read(sealed: string, context: string): { plain: string; current: boolean } {
    const bytes = Buffer.from(sealed, 'base64url')
    const parts = {
      nonce: bytes.subarray(0, 12),
      tag: bytes.subarray(12, 28),
      encrypted: bytes.subarray(28),
    }
    const openWith = (key: KeyObject) => unseal(key, parts, context).toString('utf8')
    try {
      return { plain: openWith(sealing), current: true }
    } catch (error) {
      if (before === null) throw error
      return { plain: openWith(before), current: false }
    }
  }

  const vault: Vault = {
    seal(plain, column, owner) {
      const { nonce, tag, encrypted } = seal(sealing, plain, contextOf(column, owner))
      return Buffer.concat([nonce, tag, encrypted]).toString('base64url')
    },
    open: (sealed, column, owner) => read(sealed, contextOf(column, owner)).plain,
    reseal(sealed, column, owner) {
      const { plain, current } = read(sealed, contextOf(column, owner))
      return current ? null : vault.seal(plain, column, owner)
    },
    digest: text => digestWith(digesting, text),
    digests: text => accepted.map(key => digestWith(key, text)),
    derive: purpose => keyOf(secret, purpose).toString('hex'),
    deriveEarlier: purpose => (earlier === null ? null : keyOf(earlier, purpose).toString('hex')),
  }
  return vault
}

/** The secrets of the embedded engine. */
export function engineSecrets(vault: Vault): { secret: Buffer; earlierSecret: Buffer | null } {
  const earlier = vault.deriveEarlier('engine')
  return {
    secret: Buffer.from(vault.derive('engine'), 'hex'),
    earlierSecret: earlier === null ? null : Buffer.from(earlier, 'hex'),
  }
}
