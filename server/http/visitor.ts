import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { plainAddress } from '../../domain/policy/addresses.ts'
import { type Locale, localeOf } from '../../languages/languages.ts'
import type { Visitor } from '../audit/actor.ts'
import { invalid } from '../errors/problem.ts'

/** It becomes part of the page's security policy. */
const hostShape = /^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i

/** What a proxy names as the address, without a port that some add; its own if that is none. */
function addressOf({ ip, socket }: FastifyRequest): string {
  // Undefined once the connection was reset.
  const named = plainAddress(ip ?? '')
  return isIP(named) === 0 ? (socket.remoteAddress ?? '') : named
}

/**
 * The origin of a request. The console's origin is `publicUrl`, else the request's Host with the connection's scheme,
 * or the scheme that a trusted proxy names.
 */
export function visitorOf(request: FastifyRequest, publicUrl: string | null): Visitor {
  const text = publicUrl ?? `${schemeOf(request)}://${request.headers.host ?? ''}`
  if (!URL.canParse(text) || !hostShape.test(new URL(text).host)) throw invalid('host', 'invalid')
  const { origin, hostname, protocol } = new URL(text)
  return {
    origin,
    hostname,
    secure: protocol === 'https:',
    address: addressOf(request),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 512),
    locale: localeOfRequest(request),
    namesLanguage: /^[a-z]/i.test(languageOf(request)),
    requestId: request.id,
  }
}

/** The language of the console's pages: the chosen one, else the browser's first one, as in public/boot.js. */
export function localeOfRequest(request: FastifyRequest): Locale {
  return localeOf(languageOf(request))
}

function languageOf({ cookies, headers }: FastifyRequest): string {
  return cookies.NEXT_LOCALE ?? headers['accept-language'] ?? ''
}

function schemeOf({ protocol, socket }: FastifyRequest): string {
  if (protocol === 'http' || protocol === 'https') return protocol
  return 'encrypted' in socket ? 'https' : 'http'
}
