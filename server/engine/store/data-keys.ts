import {
  type Cipheriv,
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  type Decipheriv,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { seal, unseal } from '../../vault/sealing.ts'
import type { Commits } from './commits.ts'
import type { Database } from './database.ts'

/**
 * Encrypts or decrypts the bytes of a body, in order and in place: fresh memory for each buffer would cost page faults.
 */
export type Crypt = (bytes: Buffer) => void

/** The key of one new body; store `wrapped` with the body. */
export type DataKey = { encrypt: Crypt; wrapped: Buffer }

/**
 * A random key of 256 bits for each body, wrapped (AES-256-GCM) by a key that is derived from the engine's secret
 * (HKDF-SHA256, RFC 5869). Bodies are encrypted with AES-256-CTR (NIST SP 800-38A), so that reading may start anywhere.
 */
export type DataKeys = {
  make(): DataKey
  /**
   * Decrypts the bytes of a body from `offset` on.
   * @throws if the index's copy of the key is damaged
   */
  open(wrapped: Uint8Array, offset: number): Crypt
  /** The same key, wrapped under the secret; null if it is already. @throws if neither secret unwraps it */
  rewrap(wrapped: Uint8Array): Buffer | null
  /** Notes in the index that everything is under the secret. */
  noteSecret(): Promise<void>
}

const CIPHER = 'aes-256-ctr'
const CIPHER_BLOCK = 16
/** Bytes per call of a cipher: they stay in the processor's cache until they are copied back. */
const AT_ONCE = 64 * 1024
const KEY_BYTES = 32
/** Layout of a wrapped key: the id of the wrapping key, nonce and tag of the wrapping, the encrypted key. */
const ID_BYTES = 8
const NONCE_BYTES = 12
const TAG_BYTES = 16
const AAD = 'kho data key'

/** A key encrypts one body, so the counter starts at 0. */
const counterAt = (offset: number): Buffer => {
  const counter = Buffer.alloc(CIPHER_BLOCK)
  counter.writeBigUInt64BE(BigInt(Math.floor(offset / CIPHER_BLOCK)), CIPHER_BLOCK - 8)
  return counter
}

const inPlace =
  (cipher: Cipheriv | Decipheriv): Crypt =>
  bytes => {
    for (let at = 0; at < bytes.length; at += AT_ONCE) {
      const made = cipher.update(bytes.subarray(at, at + AT_ONCE))
      made.copy(bytes, at)
      if (made.length === made.buffer.byteLength) made.buffer.transfer(0)
    }
  }

const derive = (secret: Uint8Array, purpose: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `kho engine ${purpose}`, bytes))

const idOf = (secret: Uint8Array): Buffer => derive(secret, 'data keys id', ID_BYTES)

const notedId = (db: Database): Uint8Array | null | undefined =>
  db.get<{ id: Uint8Array | null }>('SELECT secret_id AS id FROM progress')?.id

/** `earlier`: the secret that it replaces, under which the index may still be in part. */
export type EngineSecrets = { secret: Uint8Array; earlier?: Uint8Array | null | undefined }

/**
 * Call before reading anything.
 * @throws if the index contains bodies encrypted under another secret
 */
export const requireSecret = (db: Database, { secret, earlier }: EngineSecrets): void => {
  const noted = notedId(db)
  if (!noted || idOf(secret).equals(noted) || (earlier && idOf(earlier).equals(noted))) return
  throw new Error(
    'The embedded engine has objects that are encrypted under another secret. Start it with the KHO_SECRET, or the file "secret" in the data folder, that it had.',
  )
}

// As KeyObjects, keys take a quarter of the time that they take as bytes.
const wrappingOf = (secret: Uint8Array): KeyObject => createSecretKey(derive(secret, 'data keys', KEY_BYTES))

/** Secrets of 32 bytes, as `requireSecret` accepts them. */
export const openDataKeys = (
  db: Database,
  commits: Commits,
  { secret, earlier }: EngineSecrets,
): DataKeys => {
  const wrapping = wrappingOf(secret)
  const id = idOf(secret)
  const before = earlier ? { wrapping: wrappingOf(earlier), id: idOf(earlier) } : null
  const wrap = (key: Buffer): Buffer => {
    const { nonce, tag, encrypted } = seal(wrapping, key, AAD)
    return Buffer.concat([id, nonce, tag, encrypted])
  }
  const unwrap = (bytes: Buffer): Buffer => {
    const tagAt = ID_BYTES + NONCE_BYTES
    const sealed = {
      nonce: bytes.subarray(ID_BYTES, tagAt),
      tag: bytes.subarray(tagAt, tagAt + TAG_BYTES),
      encrypted: bytes.subarray(tagAt + TAG_BYTES),
    }
    return unseal(before?.id.equals(bytes.subarray(0, ID_BYTES)) ? before.wrapping : wrapping, sealed, AAD)
  }
  let noted = Boolean(notedId(db))
  return {
    make: () => {
      if (!noted) commits.now(() => db.run('UPDATE progress SET secret_id = ?', id))
      noted = true
      const key = randomBytes(KEY_BYTES)
      const cipher = createCipheriv(CIPHER, createSecretKey(key), counterAt(0))
      return { encrypt: inPlace(cipher), wrapped: wrap(key) }
    },
    open: (wrapped, offset) => {
      const key = createSecretKey(unwrap(Buffer.from(wrapped)))
      const decipher = createDecipheriv(CIPHER, key, counterAt(offset))
      if (offset % CIPHER_BLOCK > 0) decipher.update(Buffer.alloc(offset % CIPHER_BLOCK))
      return inPlace(decipher)
    },
    rewrap: wrapped => {
      const bytes = Buffer.from(wrapped)
      const key = unwrap(bytes)
      return id.equals(bytes.subarray(0, ID_BYTES)) ? null : wrap(key)
    },
    noteSecret: async () => {
      await commits.run(() => db.run('UPDATE progress SET secret_id = ?', id))
      noted = true
    },
  }
}
