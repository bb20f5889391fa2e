import type { IncomingHttpHeaders } from 'node:http'
import { Problem } from '../errors/problem.ts'

/**
 * Refuses changes that another site's page makes a browser send: ORIGIN_DENIED. Browsers name the origin with every
 * request that is no GET or HEAD; where the header is missing, Sec-Fetch-Site must not name another site. Programs
 * send neither, and have no cookies of a browser to misuse.
 * Source: Fetch standard, "Origin header"; OWASP, "Cross-Site Request Forgery Prevention".
 */
export function checkOrigin(method: string, headers: IncomingHttpHeaders, own: string): void {
  if (method === 'GET' || method === 'HEAD') return
  const site = headers['sec-fetch-site']
  const fine =
    headers.origin === undefined ? site === undefined || site === 'same-origin' : headers.origin === own
  if (!fine) throw new Problem('ORIGIN_DENIED')
}
