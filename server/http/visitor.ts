import type { FastifyRequest } from 'fastify'
import type { Visitor } from '../contract/call.ts'
import { invalid } from '../errors/problem.ts'

/**
 * Where a request comes from. The console's own origin is `publicUrl`, else what the browser asked for: its Host,
 * and the scheme of the connection or of a trusted proxy.
 */
export function visitorOf(request: FastifyRequest, publicUrl: string | null): Visitor {
  const text = publicUrl ?? `${request.protocol}://${request.headers.host ?? ''}`
  if (!URL.canParse(text)) throw invalid('host', 'invalid')
  const { origin, hostname, protocol } = new URL(text)
  return {
    origin,
    hostname,
    secure: protocol === 'https:',
    address: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 512),
    locale: request.cookies.NEXT_LOCALE === 'en' ? 'en' : 'vi',
    requestId: request.id,
  }
}
