import type { ClaimsIssue } from './issue.ts'
import type { Claims } from './sso-rules.ts'

/** Bytes of UTF-8 in claims that are tried on rules. */
const claimsMaximum = 65_536

/** Claims as an ID token has them, a JSON object; an Error says why the text is none. */
export function readClaims(text: string): Claims {
  const given: unknown = JSON.parse(text)
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw new Error('no object')
  return given as Claims
}

export function claimsIssue(text: string): ClaimsIssue | null {
  if (new TextEncoder().encode(text).length > claimsMaximum) return 'claims-too-long'
  try {
    readClaims(text)
    return null
  } catch {
    return 'claims-invalid'
  }
}
