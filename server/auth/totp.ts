import { generateSecret, generateURI, verifySync } from 'otplib'

const parameters = { algorithm: 'sha1', digits: 6, period: 30 } as const

/** A new secret of 160 bits, in base 32. Source: RFC 4226, section 4, R6. */
export function newTotpSecret(): string {
  return generateSecret({ length: 20 })
}

/**
 * The otpauth:// URI of a secret, for the QR code of an authenticator app. `product`: the name of the entry; a colon, which
 * would end it, becomes a space.
 */
export function totpUri(secret: string, email: string, product: string): string {
  return generateURI({ ...parameters, issuer: product.replaceAll(':', ' '), label: email, secret })
}

/**
 * The time step of `code`: the current one, the one before or the one after; null for any other code.
 * `secret` in base 32, `now` in unix seconds. Source: RFC 6238 (SHA-1, 6 digits, 30 s), drift as in section 6.
 */
export function totpStep(secret: string, code: string, now: number): number | null {
  if (!/^[0-9]{6}$/.test(code)) return null
  const found = verifySync({
    ...parameters,
    secret,
    token: code,
    epoch: now,
    epochTolerance: parameters.period,
  })
  return found.valid && 'timeStep' in found ? found.timeStep : null
}
