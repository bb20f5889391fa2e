import { randomBytes } from 'node:crypto'

const prefix = 'kho_'

/** A new token of an API client: 256 random bits, with a prefix that secret scanners can look for. */
export function newApiToken(): string {
  return prefix + randomBytes(32).toString('base64url')
}

/** Whether a bearer token has the form of an API client's. */
export function isApiToken(token: string | null): token is string {
  return token?.startsWith(prefix) ?? false
}
