import { startAuthentication, startRegistration, WebAuthnAbortService } from '@simplewebauthn/browser'
import type { Failure } from '../../machines/failure.ts'
import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreation,
  PasskeyRequest,
} from '../../openapi/schema.ts'

/*
 * The browser's dialogs for passkeys. Import it when a passkey is asked for: the library is a chunk of its own. A newer
 * request ends an earlier one.
 */

/** Null: the user closed the browser's dialog, nothing came in time, or the request was ended. */
type Asked<Answer> = { ok: true; data: Answer } | Failure | null

/** Source: WebAuthn Level 3, 5.1.3 and 5.1.4. */
function refusalOf(error: unknown): Failure | null {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return null
  if (name === 'InvalidStateError') return { ok: false, code: 'PASSKEY_EXISTS' }
  if (name === 'SecurityError') return { ok: false, code: 'PASSKEYS_UNAVAILABLE' }
  console.warn('The browser gave no passkey', error)
  return { ok: false, code: 'PASSKEY_INVALID' }
}

/** Has the user make a passkey. */
export async function createPasskey(optionsJSON: PasskeyCreation): Promise<Asked<PasskeyAttestation>> {
  try {
    const { id, rawId, response } = await startRegistration({ optionsJSON })
    const { clientDataJSON, attestationObject, transports = [] } = response
    return {
      ok: true,
      data: { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject, transports } },
    }
  } catch (error) {
    return refusalOf(error)
  }
}

/**
 * Has the user sign with a passkey. `offered`: without a dialog, among what the browser fills into a field whose
 * `autocomplete` ends with `webauthn`. `signal` ends the request.
 */
export async function askForPasskey(
  optionsJSON: PasskeyRequest,
  signal: AbortSignal,
  offered = false,
): Promise<Asked<PasskeyAssertion>> {
  const end = () => WebAuthnAbortService.cancelCeremony()
  signal.addEventListener('abort', end)
  try {
    const { id, rawId, response } = await startAuthentication({
      optionsJSON,
      useBrowserAutofill: offered,
      // A slow page may show the field later.
      verifyBrowserAutofillInput: false,
    })
    const { clientDataJSON, authenticatorData, signature, userHandle } = response
    const signed = { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) }
    return { ok: true, data: { id, rawId, type: 'public-key', response: signed } }
  } catch (error) {
    return refusalOf(error)
  } finally {
    signal.removeEventListener('abort', end)
  }
}
