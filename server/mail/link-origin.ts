import type { Visitor } from '../audit/actor.ts'
import { type Config, isLoopback } from '../config.ts'

/**
 * What mailed links begin with: the console's origin and its base path; null if none can be trusted. Without
 * KHO_PUBLIC_URL it is the request's, and a request for another user's link can name any host, which would receive the
 * link's token. So with SMTP it must be this computer.
 */
export function linkOrigin(
  config: Pick<Config, 'publicUrl' | 'basePath' | 'mail'>,
  visitor: Pick<Visitor, 'origin' | 'hostname'>,
): string | null {
  const { publicUrl, basePath } = config
  if (publicUrl !== null) return publicUrl + basePath
  const trusted = config.mail.smtpUrl === null || isLoopback(visitor.hostname)
  return trusted ? visitor.origin + basePath : null
}
