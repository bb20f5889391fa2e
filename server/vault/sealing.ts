import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'

/** `nonce`: 12 bytes; `tag`: 16. */
export type Sealed = { nonce: Buffer; encrypted: Buffer; tag: Buffer }

/** 32 bytes; as a KeyObject a quarter of the time, if it is used often. */
type Key = Uint8Array | KeyObject

/** AES-256-GCM with a random nonce. `context`: required to open it. Source: NIST SP 800-38D. */
export function seal(key: Key, plain: string | Uint8Array, context: string): Sealed {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()])
  return { nonce, encrypted, tag: cipher.getAuthTag() }
}

/** Throws under another key or context than it was sealed with. */
export function unseal(key: Key, { nonce, encrypted, tag }: Sealed, context: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context)).setAuthTag(tag)
  return Buffer.concat([decipher.update(encrypted), decipher.final()])
}
