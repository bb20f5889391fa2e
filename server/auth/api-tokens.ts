import { randomBytes } from 'node:crypto'

const start = 'kho_'

/** A new token of an API client: 256 random bits, with a start that secret scanners can look for. */
export function newApiToken(): string {
  return start + randomBytes(32).toString('base64url')
}

/** Whether a bearer token is an API client's, by its looks. */
export function isApiToken(token: string | null): token is string {
  return token?.startsWith(start) ?? false
}
