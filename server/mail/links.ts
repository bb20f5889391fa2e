import { timingSafeEqual } from 'node:crypto'
import type { Visitor } from '../audit/actor.ts'
import { type Config, isLoopback } from '../config.ts'
import type { Vault } from '../vault/vault.ts'

/** The console's origin and its base path, where the operator has named it; null otherwise. */
export function ownOrigin({ publicUrl, basePath }: Pick<Config, 'publicUrl' | 'basePath'>): string | null {
  return publicUrl === null ? null : publicUrl + basePath
}

/**
 * What mailed links begin with: the console's origin and its base path; null if none can be trusted. Without
 * KHO_PUBLIC_URL it is the request's, and a request for another user's link can name any host, which would receive the
 * link's token. So with SMTP it must be this computer.
 */
export function linkOrigin(
  config: Pick<Config, 'publicUrl' | 'basePath' | 'mail'>,
  visitor: Pick<Visitor, 'origin' | 'hostname'>,
): string | null {
  const own = ownOrigin(config)
  if (own !== null) return own
  const trusted = config.mail.smtpUrl === null || isLoopback(visitor.hostname)
  return trusted ? visitor.origin + config.basePath : null
}

/** What the addresses begin with that providers send people back to: as `linkOrigin`, but only this computer may name itself. */
export function ssoOrigin(
  config: Pick<Config, 'publicUrl' | 'basePath'>,
  visitor: Pick<Visitor, 'origin' | 'hostname'>,
): string | null {
  return ownOrigin(config) ?? (isLoopback(visitor.hostname) ? visitor.origin + config.basePath : null)
}

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
