import { createHash } from 'node:crypto'
import type { Visitor } from '../audit/actor.ts'

/**
 * The SHA-256 of the empty string: an inline `<style>` must be empty when it is added. The SPA fills it through the
 * CSSOM, which the policy does not restrict (CSP Level 3, 8.2).
 */
const emptyStyle = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"

/** Sources of a policy: the hashes of the page's inline scripts and styles. */
type Inline = { scripts: string[]; styles: string[] }

/** The inline scripts and styles of the console's page. Source: CSP Level 3, 2.3.1 (hash-source). */
export function inlineOf(html: string): Inline {
  const hashes = (element: RegExp) =>
    [...html.matchAll(element)].map(
      ([, text]) => `'sha256-${createHash('sha256').update(text!).digest('base64')}'`,
    )
  return {
    scripts: hashes(/<script(?: type="module")?>(.*?)<\/script>/gs),
    styles: hashes(/<style>(.*?)<\/style>/gs),
  }
}

type Policy = Record<string, string[]>

const written = (policy: Policy) =>
  Object.entries(policy)
    .map(([name, values]) => [name, ...values].join(' '))
    .join('; ')

/**
 * The policy of a frame in which a user's file is drawn. It runs in an origin of its own, which has no cookies and no
 * storage, also if it is opened by its address; it runs its one script and that script's workers, and loads nothing.
 * Sources: CSP Level 3; HTML, "Sandboxing".
 */
export function framePolicy(html: string): string {
  const inline = inlineOf(html)
  return written({
    'default-src': ["'none'"],
    'script-src': inline.scripts,
    'style-src': [emptyStyle, ...inline.styles],
    'img-src': ['blob:'],
    'worker-src': ['blob:'],
    'connect-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'self'"],
    sandbox: ['allow-scripts'],
  })
}

/** `Strict-Transport-Security`, for a year. `subdomains`: also of the host's subdomains. Source: RFC 6797, 6.1. */
export const strictTransport = (subdomains: boolean): string =>
  `max-age=31536000${subdomains ? '; includeSubDomains' : ''}`

/**
 * The headers of every response. Scripts and styles come from the console only; inline, only those of the built page.
 * `storage`: the URLs that files are sent to and fetched from; `subdomains`: whether HSTS covers those of the host.
 * Sources: CSP Level 3; RFC 6797 (HSTS); specification, section 1 ("Pages are not indexed").
 */
export function securityHeaders(
  visitor: Visitor,
  { storage, inline, subdomains }: { storage: string[]; inline: Inline; subdomains: boolean },
): Record<string, string> {
  const origins = [...new Set(storage.map(each => new URL(each).origin))].filter(
    each => each !== visitor.origin,
  )
  const policy: Policy = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...inline.scripts],
    'style-src': ["'self'", emptyStyle, ...inline.styles],
    'font-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'connect-src': ["'self'", ...origins],
    'media-src': ["'self'", ...origins],
    'frame-src': ["'self'"],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
  return {
    'content-security-policy': written(policy),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(visitor.secure && { 'strict-transport-security': strictTransport(subdomains) }),
  }
}
