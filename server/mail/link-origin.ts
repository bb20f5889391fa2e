import type { Visitor } from '../audit/actor.ts'
import { type Config, isLoopback } from '../config.ts'

/**
 * The origin of mailed links; null if none can be trusted. Without KHO_PUBLIC_URL it is the request's, and a request
 * for another user's link can name any host, which would receive the link's token. So with SMTP it must be this
 * computer.
 */
export function linkOrigin(
  config: Pick<Config, 'publicUrl' | 'mail'>,
  visitor: Pick<Visitor, 'origin' | 'hostname'>,
): string | null {
  if (config.publicUrl !== null) return config.publicUrl
  if (config.mail.smtpUrl === null) return visitor.origin
  return isLoopback(visitor.hostname) ? visitor.origin : null
}
