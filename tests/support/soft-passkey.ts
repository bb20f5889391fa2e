import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreation,
  PasskeyRequest,
} from '../../openapi/schema.ts'

/** What a browser and an authenticator say; each can be made wrong. */
export type How = {
  /** The page's. */
  origin: string
  /** By default that of the request. */
  rpId?: string
  /** Whether the authenticator has verified its user. */
  verified?: boolean
  counter?: number
  userHandle?: string
  challenge?: string
  type?: string
}

export type SoftPasskey = ReturnType<typeof makeSoftPasskey>

const flags = { present: 0x01, verified: 0x04, mayBeSynced: 0x08, synced: 0x10, credential: 0x40 }

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

/** A CBOR head. Source: RFC 8949, 3. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  return value < 256
    ? Buffer.from([(major << 5) | 24, value])
    : Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}

const integer = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value))
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value])
const text = (value: string) => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
const map = (...entries: Buffer[][]) => Buffer.concat([head(5, entries.length), ...entries.flat()])

/**
 * An authenticator with one passkey (ES256), which signs as a device does. `counts`: whether it counts its signatures;
 * `synced`: whether it says that it is kept on several devices. Source: WebAuthn Level 3, 6.1 and 6.5.
 */
export function makeSoftPasskey({ counts = true, synced = false } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  const key = map(
    [integer(1), integer(2)],
    [integer(3), integer(-7)],
    [integer(-1), integer(1)],
    [integer(-2), bytes(Buffer.from(x!, 'base64url'))],
    [integer(-3), bytes(Buffer.from(y!, 'base64url'))],
  )
  let count = 0
  let userHandle = ''

  function dataOf(rpId: string, { verified = true, counter }: How, credential?: Buffer): Buffer {
    if (counts) count += 1
    const flag =
      flags.present |
      (verified ? flags.verified : 0) |
      (synced ? flags.mayBeSynced | flags.synced : 0) |
      (credential ? flags.credential : 0)
    const number = Buffer.alloc(4)
    number.writeUInt32BE(counter ?? count)
    return Buffer.concat([sha256(rpId), Buffer.from([flag]), number, credential ?? Buffer.alloc(0)])
  }

  function clientData(type: string, challenge: string, how: How): Buffer {
    const said = { type: how.type ?? type, challenge: how.challenge ?? challenge, origin: how.origin }
    return Buffer.from(JSON.stringify({ ...said, crossOrigin: false }))
  }

  const credentialId = id.toString('base64url')
  const named = { id: credentialId, rawId: credentialId, type: 'public-key' } as const

  return {
    credentialId,

    /** What `navigator.credentials.create` gives. */
    create(options: PasskeyCreation, how: How): PasskeyAttestation {
      userHandle = options.user.id
      const length = Buffer.from([0, id.length])
      const credential = Buffer.concat([Buffer.alloc(16), length, id, key])
      const attestation = map(
        [text('fmt'), text('none')],
        [text('attStmt'), map()],
        [text('authData'), bytes(dataOf(how.rpId ?? options.rp.id, how, credential))],
      )
      const response = {
        clientDataJSON: clientData('webauthn.create', options.challenge, how).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal', 'hybrid'],
      }
      return { ...named, response }
    },

    /** What `navigator.credentials.get` gives. */
    get(options: PasskeyRequest, how: How): PasskeyAssertion {
      const client = clientData('webauthn.get', options.challenge, how)
      const data = dataOf(how.rpId ?? options.rpId, how)
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
        userHandle: how.userHandle ?? userHandle,
      }
      return { ...named, response }
    },
  }
}
