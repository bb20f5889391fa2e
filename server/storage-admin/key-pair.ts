import { randomInt } from 'node:crypto'
import type { KeyPair } from '../storage/client.ts'

const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const mixed = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** A new S3 key pair: a name of 20 characters (100 random bits) and a secret of 40 (238 bits). */
export function newKeyPair(): KeyPair {
  return { accessKey: random(upper, 20), secretKey: random(mixed, 40) }
}

function random(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
}
