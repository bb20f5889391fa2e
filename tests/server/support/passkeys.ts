import type { Passkey, PasskeyCreation, PasskeyRequest, SignedIn } from '../../../openapi/schema.ts'
import { type How, makeSoftPasskey, type SoftPasskey } from '../../support/soft-passkey.ts'
import { type Answer, Visitor } from './console.ts'

/** The visitor at the console's name: at a bare address there are no passkeys. */
export function byName(visitor: Visitor): Visitor {
  const named = new Visitor(visitor.url.replace('127.0.0.1', 'localhost'))
  named.headers = { ...visitor.headers, ...named.headers }
  const { cookie, device, refreshToken } = visitor
  return Object.assign(named, { cookie, device, refreshToken })
}

function bodyOf<T>({ status, body }: Answer): T {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body as T
}

export async function beginPasskey(visitor: Visitor): Promise<PasskeyCreation> {
  return bodyOf(await visitor.call('POST', '/user/passkeys/begin'))
}

/** Adds a passkey of `device` to the user of `visitor`, who has confirmed. */
export async function addPasskey(
  visitor: Visitor,
  name = 'Máy tính',
  device: SoftPasskey = makeSoftPasskey(),
): Promise<{ device: SoftPasskey; passkey: Passkey }> {
  const credential = device.create(await beginPasskey(visitor), { origin: visitor.url })
  const passkey = bodyOf<Passkey>(await visitor.call('POST', '/user/passkeys', { name, credential }))
  return { device, passkey }
}

/** The request for a passkey that confirms. */
export async function beginConfirmation(visitor: Visitor): Promise<PasskeyRequest> {
  return bodyOf(await visitor.call('POST', '/user/confirm-identity/passkey/begin'))
}

export async function beginSignIn(visitor: Visitor): Promise<PasskeyRequest> {
  return bodyOf(await visitor.call('POST', '/auth/passkey/begin'))
}

/** Signs in with the passkey of `device`, and keeps the tokens; gives the answer whatever it is. */
export async function signInWith(
  visitor: Visitor,
  device: SoftPasskey,
  how: Partial<How> = {},
): Promise<Answer> {
  const asked = await beginSignIn(visitor)
  const answer = await visitor.call(
    'POST',
    '/auth/passkey',
    device.get(asked, { origin: visitor.url, ...how }),
  )
  if (answer.status === 200) visitor.refreshToken = (answer.body as SignedIn).refresh_token
  return answer
}

/** Confirms with the passkey of `device`; gives the answer whatever it is. */
export async function confirmWith(
  visitor: Visitor,
  device: SoftPasskey,
  how: Partial<How> = {},
): Promise<Answer> {
  const asked = await beginConfirmation(visitor)
  const answer = device.get(asked, { origin: visitor.url, ...how })
  return visitor.call('POST', '/user/confirm-identity/passkey', answer)
}
