import { createHash, randomBytes } from 'node:crypto'
import type { HashedTokens } from '../store/sessions.ts'

/** Seconds that an access token is valid. */
export const accessLife = 15 * 60
/** Seconds without a renewal after which a session ends. */
export const sessionLife = 30 * 24 * 60 * 60

/** Seconds that a sign-in at a provider may take. */
export const ssoLife = 10 * 60

/** A new pair of opaque 256-bit tokens, and their hashes for the store. `now`: unix seconds. */
export function newTokens(now: number): { access: string; refresh: string; hashed: HashedTokens } {
  const access = randomBytes(32).toString('base64url')
  const refresh = randomBytes(32).toString('base64url')
  return {
    access,
    refresh,
    hashed: {
      accessHash: hashToken(access),
      accessExpiresAt: now + accessLife,
      refreshHash: hashToken(refresh),
      refreshExpiresAt: now + sessionLife,
    },
  }
}

/** SHA-256 in hex: enough for a token of 256 random bits. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

const prefix = 'kho_'

/** A new token of an API client: 256 random bits, with a prefix that secret scanners can look for. */
export function newApiToken(): string {
  return prefix + randomBytes(32).toString('base64url')
}

/** Whether a bearer token has the form of an API client's. */
export function isApiToken(token: string | null): token is string {
  return token?.startsWith(prefix) ?? false
}
