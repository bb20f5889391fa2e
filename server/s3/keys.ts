import { randomInt } from 'node:crypto'

export type KeyPair = { accessKey: string; secretKey: string }

/**
 * What a key may do, as RGW names the levels of sub-users. `none`: only what bucket policies allow to its sub-user by
 * name, or to everybody.
 */
export type Level = 'none' | 'read' | 'write' | 'readwrite' | 'full'

const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const mixed = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** A random key pair: an access key of 20 characters (100 bits) and a secret of 40 (238 bits). */
export function newKeyPair(): KeyPair {
  return { accessKey: random(upper, 20), secretKey: random(mixed, 40) }
}

function random(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
}
