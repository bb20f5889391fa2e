import type { Visitor } from '../audit/actor.ts'
import { type Config, isLoopback } from '../config.ts'

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
