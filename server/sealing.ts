import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** `nonce`: 12 bytes; `tag`: 16. */
export type Sealed = { nonce: Buffer; encrypted: Buffer; tag: Buffer }

/** AES-256-GCM with a random nonce. `key`: 32 bytes; `context`: needed again to open it. Source: NIST SP 800-38D. */
export function seal(key: Uint8Array, plain: string | Uint8Array, context: string): Sealed {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()])
  return { nonce, encrypted, tag: cipher.getAuthTag() }
}

/** Throws under another key or context than it was sealed with. */
export function unseal(key: Uint8Array, { nonce, encrypted, tag }: Sealed, context: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context)).setAuthTag(tag)
  return Buffer.concat([decipher.update(encrypted), decipher.final()])
}
