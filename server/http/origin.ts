import type { IncomingHttpHeaders } from 'node:http'
import { Problem } from '../errors/problem.ts'

/**
 * ORIGIN_DENIED for requests that another site's page makes a browser send. Browsers send Origin with every request
 * other than GET and HEAD; if it is missing, Sec-Fetch-Site must not name another site. Programs send neither, and have
 * no browser cookies to abuse.
 * Source: Fetch standard, "Origin header"; OWASP, "Cross-Site Request Forgery Prevention".
 */
export function checkOrigin(method: string, headers: IncomingHttpHeaders, own: string): void {
  if (method === 'GET' || method === 'HEAD') return
  const site = headers['sec-fetch-site']
  const fine =
    headers.origin === undefined ? site === undefined || site === 'same-origin' : headers.origin === own
  if (!fine) throw new Problem('ORIGIN_DENIED')
}
