import type { ConfirmationTicket } from '../../openapi/schema.ts'
import { onForget } from '../session/flow.ts'
import { nextAddress } from '../session/next-address.ts'
import { thisAddress } from '../site/base-path.ts'
import { storageName } from '../site/installation.ts'

// What outlasts the way to the provider and back, by which a new sign-in confirms the user.

const key = storageName('confirming')

/** Where the browser leaves from. */
export function noteDeparture(): void {
  try {
    sessionStorage.setItem(key, thisAddress())
  } catch (error) {
    console.info('sessionStorage is denied; the way back leads to the start', error)
  }
}

/** The address that the browser left from. */
export function departure(): string {
  try {
    return nextAddress(`next=${encodeURIComponent(sessionStorage.getItem(key) ?? '')}`) ?? '/'
  } catch (error) {
    console.info('sessionStorage is denied; the way back leads to the start', error)
    return '/'
  }
}

/** Ms before its end at which a ticket is no longer sent. */
const margin = 10_000

/** In memory alone, as it is secret. `until`: unix ms. */
let kept: { pin: string; until: number } | null = null

onForget(() => {
  kept = null
})

/** Keeps what the sign-in at the provider gave, until the act that it confirms. */
export function keepTicket({ pin, expires_in }: ConfirmationTicket): void {
  kept = { pin, until: Date.now() + expires_in * 1000 - margin }
}

/** The kept ticket while it is valid, or null. */
export function keptTicket(): string | null {
  return kept && Date.now() < kept.until ? kept.pin : null
}

/** Whether `pin` is the kept ticket, which is then no longer kept: it is valid once. */
export function spendTicket(pin: string): boolean {
  if (kept?.pin !== pin) return false
  kept = null
  return true
}
