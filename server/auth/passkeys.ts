import { randomBytes, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreation,
  PasskeyRequest,
  PasskeyTransport,
} from '../../openapi/schema.ts'
import type { Visitor } from '../audit/actor.ts'
import { Problem } from '../errors/problem.ts'
import type { Transaction } from '../store/open.ts'
import { countUse, type Passkey, spendChallenge } from '../store/passkeys.ts'
import type { User } from '../store/users.ts'
import type { Vault } from '../vault/vault.ts'
import { hashToken } from './tokens.ts'

/** Seconds within which a challenge must be answered. */
const challengeLife = 300

/** COSE: EdDSA, ES256, RS256. Source: WebAuthn Level 3, 5.4. */
const algorithms = [-8, -7, -257]

const transports: readonly PasskeyTransport[] = [
  'ble',
  'cable',
  'hybrid',
  'internal',
  'nfc',
  'smart-card',
  'usb',
]

/** What a challenge is for; one of a session has its id. */
export type Purpose = 'sign-in' | `add ${string}` | `confirm ${string}`

/** When and for what an answer is verified. `now`: unix seconds. */
type Asked = { visitor: Visitor; purpose: Purpose; now: number }

/** A challenge that was answered correctly. `expiresAt`: unix seconds. */
type Answered = { hash: string; expiresAt: number }

/**
 * Why the console's address makes passkeys impossible; null: it does not. Source: WebAuthn Level 3, 4 (a relying party's
 * id is a domain) and 5 (secure contexts).
 */
export function passkeyObstacle({
  hostname,
  secure,
}: Pick<Visitor, 'hostname' | 'secure'>): 'http' | 'ip-address' | null {
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return 'ip-address'
  const local = hostname === 'localhost' || hostname.endsWith('.localhost')
  return secure || local ? null : 'http'
}

/** PASSKEYS_UNAVAILABLE if the console's address makes passkeys impossible. */
export function requirePasskeys(visitor: Visitor): void {
  if (passkeyObstacle(visitor) !== null) throw new Problem('PASSKEYS_UNAVAILABLE')
}

/**
 * A challenge that names its end and is authenticated by the vault: asking for one stores nothing, so that callers
 * without a session cannot fill the database.
 */
function newChallenge(vault: Vault, purpose: Purpose, now: number): string {
  const text = `${now + challengeLife}.${randomBytes(24).toString('base64url')}`
  return Buffer.from(`${text}.${vault.digest(macOf(purpose, text))}`).toString('base64url')
}

const macOf = (purpose: Purpose, text: string) => `passkey challenge ${purpose} ${text}`

/** When a challenge of this console and purpose expires, in unix seconds; null if it is none. */
function endOfChallenge(vault: Vault, purpose: Purpose, challenge: string): number | null {
  const parts = /^((\d+)\.[\w-]{32})\.([\da-f]{64})$/.exec(Buffer.from(challenge, 'base64url').toString())
  if (!parts) return null
  const [, text, end, mac] = parts
  const given = Buffer.from(mac!)
  const ours = vault.digests(macOf(purpose, text!)).some(each => timingSafeEqual(Buffer.from(each), given))
  return ours ? Number(end) : null
}

const descriptor = ({ credentialId, transports: known }: Passkey) => ({
  id: credentialId,
  type: 'public-key' as const,
  transports: transports.filter(each => known.includes(each)),
})

/** What a browser needs to ask for one of `passkeys`; of none: for any of this console. */
export function passkeyRequest(
  vault: Vault,
  { visitor, purpose, now }: Asked,
  passkeys: readonly Passkey[] = [],
): PasskeyRequest {
  return {
    challenge: newChallenge(vault, purpose, now),
    timeout: challengeLife * 1000,
    rpId: visitor.hostname,
    userVerification: 'required',
    allowCredentials: passkeys.map(descriptor),
  }
}

/** What a browser needs to make a passkey of `user`, who has `passkeys`. `service`: the name of the console. */
export function passkeyCreation(
  vault: Vault,
  { visitor, purpose, now }: Asked,
  { user, passkeys, service }: { user: User; passkeys: readonly Passkey[]; service: string },
): PasskeyCreation {
  return {
    challenge: newChallenge(vault, purpose, now),
    timeout: challengeLife * 1000,
    rp: { id: visitor.hostname, name: service },
    user: { id: userHandleOf(user.id), name: user.email, displayName: user.name },
    pubKeyCredParams: algorithms.map(alg => ({ type: 'public-key', alg })),
    excludeCredentials: passkeys.map(descriptor),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  }
}

/** How passkeys name their user. */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId).toString('base64url')
}

/**
 * What `verify` of the library finds, which throws or says false about an answer that is not right, with the challenge
 * that it reports. PASSKEY_TIMED_OUT, PASSKEY_INVALID.
 */
async function verified<T>(
  vault: Vault,
  { purpose, now }: Asked,
  verify: (isOurs: (challenge: string) => boolean) => Promise<T | null>,
): Promise<{ found: T; challenge: Answered }> {
  let challenge: Answered | null = null
  const isOurs = (given: string) => {
    const expiresAt = endOfChallenge(vault, purpose, given)
    if (expiresAt !== null) challenge = { hash: hashToken(given), expiresAt }
    return expiresAt !== null && expiresAt > now
  }
  const found = await verify(isOurs).catch(() => null)
  const asked = challenge as Answered | null
  if (asked && asked.expiresAt <= now) throw new Problem('PASSKEY_TIMED_OUT')
  if (found === null || asked === null) throw new Problem('PASSKEY_INVALID')
  return { found, challenge: asked }
}

/** What the answer of a passkey says, once it was verified. */
export type Proof = { counter: number; backedUp: boolean; challenge: Answered }

/** Verifies what `passkey` has signed. PASSKEY_TIMED_OUT, PASSKEY_INVALID. Call `takeProof` with the result. */
export async function verifyAssertion(
  vault: Vault,
  asked: Asked,
  passkey: Passkey,
  answer: PasskeyAssertion,
): Promise<Proof> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { found, challenge } = await verified(vault, asked, async isOurs => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge: isOurs,
      expectedOrigin: asked.visitor.origin,
      expectedRPID: asked.visitor.hostname,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: Uint8Array.from(Buffer.from(passkey.publicKey, 'base64url')),
        // `takeProof` compares counters, where the row cannot change meanwhile.
        counter: 0,
      },
    })
    return verified ? authenticationInfo : null
  })
  return { counter: found.newCounter, backedUp: found.credentialBackedUp, challenge }
}

/**
 * Uses a verified answer up. PASSKEY_TIMED_OUT if its challenge was answered before; PASSKEY_CLONED if the counter has
 * not increased, or the passkey was removed meanwhile. Call in the transaction of what it allows.
 */
export async function takeProof(
  db: Transaction,
  passkey: Passkey,
  { challenge, ...use }: Proof,
  now: number,
): Promise<void> {
  if (!(await spendChallenge(db, challenge.hash, challenge.expiresAt))) throw new Problem('PASSKEY_TIMED_OUT')
  if (!(await countUse(db, passkey.id, use, now))) throw new Problem('PASSKEY_CLONED')
}

/** Verifies a new passkey. PASSKEY_TIMED_OUT, PASSKEY_INVALID. */
export async function verifyAttestation(
  vault: Vault,
  asked: Asked,
  answer: PasskeyAttestation,
): Promise<{
  passkey: Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'aaguid' | 'backedUp'>
  challenge: Answered
}> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const known = transports.filter(each => answer.response.transports?.includes(each))
  const { found, challenge } = await verified(vault, asked, async isOurs => {
    const { registrationInfo = null } = await verifyRegistrationResponse({
      response: {
        ...answer,
        response: { ...answer.response, transports: known },
        clientExtensionResults: {},
      },
      expectedChallenge: isOurs,
      expectedOrigin: asked.visitor.origin,
      expectedRPID: asked.visitor.hostname,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    return registrationInfo
  })
  const { credential, aaguid, credentialBackedUp } = found
  return {
    challenge,
    passkey: {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: known,
      aaguid,
      backedUp: credentialBackedUp,
    },
  }
}
