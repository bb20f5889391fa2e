import { timingSafeEqual } from 'node:crypto'
import type { Vault } from '../secret.ts'

const macOf = (id: string) => `unsubscribe ${id}`

/** What unsubscribes an address of a notification group, in each mail to it: its id and a keyed digest of that. */
export function unsubscribeToken(vault: Vault, addressId: string): string {
  return addressId.replaceAll('-', '') + vault.digest(macOf(addressId))
}

/** The id of the address that a token unsubscribes; null if it is no such token. */
export function addressOfToken(vault: Vault, token: string): string | null {
  const parts = /^(\w{8})(\w{4})(\w{4})(\w{4})(\w{12})([\da-f]{64})$/.exec(token)
  if (!parts) return null
  const id = parts.slice(1, 6).join('-')
  const given = Buffer.from(parts[6]!)
  return vault.digests(macOf(id)).some(digest => timingSafeEqual(Buffer.from(digest), given)) ? id : null
}

/**
 * The URL that a mail to the address names in `List-Unsubscribe`: a POST unsubscribes, a GET leads to the page that asks.
 * `origin`: see `ownOrigin`; null: there is no URL.
 */
export function unsubscribeLink(vault: Vault, origin: string | null, addressId: string): string | null {
  return origin === null ? null : `${origin}/unsubscribe/${unsubscribeToken(vault, addressId)}`
}
