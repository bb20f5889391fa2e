import { passkeyTexts } from '../../../languages/languages.ts'
import { ssoTexts } from '../../../languages/screen-texts.ts'
import type { AuthenticateEvent } from '../../../machines/authenticate/machine.ts'
import type { PasskeyAssertion, SignedIn } from '../../../openapi/schema.ts'
import { askForPasskey } from '../../api/authenticator.ts'
import { apiFailingFast } from '../../api/client.ts'
import { type ApiResult, result } from '../../api/result.ts'
import { addMessages } from '../../i18n/text.ts'

/** Loads the texts of what a right password is refused with, and those of passkeys. */
export const addRefusalTexts = () => Promise.all([addMessages(passkeyTexts), addMessages(ssoTexts)])

const begin = (signal: AbortSignal) => result(apiFailingFast.POST('/auth/passkey/begin', { signal }))

/**
 * Signs in with the passkey that was `picked`; null: the browser asks for one. Null: its dialog was closed without an
 * answer.
 */
export async function signInByPasskey(
  picked: PasskeyAssertion | null,
  signal: AbortSignal,
): Promise<ApiResult<SignedIn> | null> {
  await addRefusalTexts()
  const answer = picked ? ({ ok: true, data: picked } as const) : await askHere(signal)
  if (!answer?.ok) return answer
  return result(apiFailingFast.POST('/auth/passkey', { body: answer.data, signal }))
}

async function askHere(signal: AbortSignal) {
  const begun = await begin(signal)
  if (!begun.ok) return begun
  signal.throwIfAborted()
  return askForPasskey(begun.data, signal)
}

/** Times that a user may close what the browser shows of an offered passkey, before none is offered any more. */
const mostRefusals = 5

/** Ms before the end of a request at which another one takes its place. */
const margin = 30_000

/**
 * Has the browser offer passkeys in the email field, where it can, and sends the one that the user picks, signed, until
 * `signal` aborts. A request is renewed before it expires.
 */
export async function offer(send: (event: AuthenticateEvent) => void, signal: AbortSignal): Promise<void> {
  try {
    const answer = await picked(signal)
    if (answer && !signal.aborted) send({ type: 'passkey picked', answer })
  } catch (error) {
    if (!signal.aborted) console.warn('No passkeys are offered', error)
  }
}

async function picked(signal: AbortSignal): Promise<PasskeyAssertion | null> {
  await addMessages(passkeyTexts)
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return null
  for (let refusals = 0; refusals < mostRefusals && !signal.aborted; ) {
    const begun = await begin(signal)
    if (!begun.ok || signal.aborted) return null
    const request = new AbortController()
    const renewal = setTimeout(() => request.abort(), begun.data.timeout - margin)
    const answer = await askForPasskey(begun.data, AbortSignal.any([signal, request.signal]), true)
    clearTimeout(renewal)
    if (answer) return answer.ok ? answer.data : null
    if (!request.signal.aborted) refusals++
  }
  return null
}
