import type { Visitor } from '../audit/actor.ts'
import { type Config, isLoopback } from '../config.ts'

/**
 * The origin that a mailed link begins with, or null where none can be trusted. Without KHO_PUBLIC_URL it is the one
 * that the request named, and a request for somebody else's link can name any host: such a link would hand its token
 * to that host. So by SMTP it goes to this computer only.
 */
export function linkOrigin(
  config: Pick<Config, 'publicUrl' | 'mail'>,
  visitor: Pick<Visitor, 'origin' | 'hostname'>,
): string | null {
  if (config.publicUrl !== null) return config.publicUrl
  if (config.mail.smtpUrl === null) return visitor.origin
  return isLoopback(visitor.hostname) ? visitor.origin : null
}
