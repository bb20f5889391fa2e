import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { S3Error } from './errors.ts'
import { childText, element, parseXml, type XmlNode } from './xml.ts'

export type CorsRule = {
  id?: string
  origins: string[]
  methods: string[]
  headers: string[]
  exposed: string[]
  maxAge?: number
}

const MOST_RULES = 100
const methods = ['GET', 'PUT', 'POST', 'DELETE', 'HEAD']

const texts = (node: XmlNode, name: string): string[] =>
  node.children.filter(child => child.name === name).map(child => child.text.trim())

const parseRule = (node: XmlNode): CorsRule => {
  const id = childText(node, 'ID')
  const maxAge = childText(node, 'MaxAgeSeconds')?.trim()
  const rule: CorsRule = {
    ...(id !== undefined && { id }),
    origins: texts(node, 'AllowedOrigin'),
    methods: texts(node, 'AllowedMethod'),
    headers: texts(node, 'AllowedHeader'),
    exposed: texts(node, 'ExposeHeader'),
    ...(maxAge !== undefined && { maxAge: Number(maxAge) }),
  }
  if (rule.origins.length === 0 || rule.methods.length === 0) throw new S3Error('MalformedXML')
  for (const method of rule.methods) {
    if (methods.includes(method)) continue
    throw new S3Error(
      'InvalidRequest',
      `Found unsupported HTTP method in CORS config. Unsupported method is ${method}`,
    )
  }
  for (const pattern of [...rule.origins, ...rule.headers]) {
    if (pattern.split('*').length <= 2) continue
    throw new S3Error('InvalidRequest', `"${pattern}" can not have more than one wildcard.`)
  }
  const wild = rule.exposed.find(name => name.includes('*'))
  if (wild !== undefined) {
    throw new S3Error('InvalidRequest', `ExposeHeader "${wild}" contains wildcard, which is not supported.`)
  }
  if (rule.exposed.some(name => /[^!-~]/.test(name))) throw new S3Error('InvalidRequest')
  if (
    rule.maxAge !== undefined &&
    !(Number.isInteger(rule.maxAge) && rule.maxAge >= 0 && rule.maxAge < 2 ** 31)
  ) {
    throw new S3Error('MalformedXML')
  }
  return rule
}

/** @throws S3Error MalformedXML, InvalidRequest */
export const parseCors = (body: string): CorsRule[] => {
  const root = parseXml(body)
  const rules = root.children.filter(child => child.name === 'CORSRule')
  if (root.name !== 'CORSConfiguration' || rules.length === 0) throw new S3Error('MalformedXML')
  if (rules.length > MOST_RULES) {
    throw new S3Error(
      'InvalidRequest',
      `The number of CORS rules should not exceed allowed limit of ${MOST_RULES} rules.`,
    )
  }
  return rules.map(parseRule)
}

export const corsXml = (rules: CorsRule[]): string =>
  rules
    .map(rule =>
      [
        '<CORSRule>',
        element('ID', rule.id),
        ...rule.origins.map(origin => element('AllowedOrigin', origin)),
        ...rule.methods.map(method => element('AllowedMethod', method)),
        ...rule.headers.map(header => element('AllowedHeader', header)),
        ...rule.exposed.map(header => element('ExposeHeader', header)),
        element('MaxAgeSeconds', rule.maxAge),
        '</CORSRule>',
      ].join(''),
    )
    .join('')

const like = (pattern: string, text: string): boolean => {
  const at = pattern.indexOf('*')
  if (at < 0) return pattern === text
  const before = pattern.slice(0, at)
  const after = pattern.slice(at + 1)
  return text.length >= before.length + after.length && text.startsWith(before) && text.endsWith(after)
}

const findRule = (
  rules: CorsRule[],
  origin: string,
  method: string,
  headers: string[],
): CorsRule | undefined =>
  rules.find(
    rule =>
      rule.methods.includes(method) &&
      rule.origins.some(pattern => like(pattern, origin)) &&
      headers.every(name => rule.headers.some(pattern => like(pattern.toLowerCase(), name))),
  )

const allow = (response: ServerResponse, rule: CorsRule, origin: string): void => {
  if (rule.origins.includes('*')) response.setHeader('access-control-allow-origin', '*')
  else {
    response.setHeader('access-control-allow-origin', origin)
    response.setHeader('access-control-allow-credentials', 'true')
  }
  response.setHeader('access-control-allow-methods', rule.methods.join(', '))
  if (rule.exposed.length > 0) response.setHeader('access-control-expose-headers', rule.exposed.join(', '))
  if (rule.maxAge !== undefined) response.setHeader('access-control-max-age', String(rule.maxAge))
}

/** The headers of the actual request that a preflight announces, in lower case. */
const askedHeaders = (headers: IncomingHttpHeaders): string[] =>
  (headers['access-control-request-headers'] ?? '')
    .split(',')
    .map(name => name.trim().toLowerCase())
    .filter(name => name !== '')

const vary = 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method'

/**
 * Sets a bucket's CORS headers on the response to an actual request, errors included. As in S3, an
 * `Access-Control-Request-Method` takes precedence over the request's own method, and `Access-Control-Request-Headers`
 * are checked.
 * `cors`: the rules as stored, null if there are none.
 */
export const applyCors = (
  cors: string | null,
  request: { method?: string | undefined; headers: IncomingHttpHeaders },
  response: ServerResponse,
): void => {
  if (cors === null) return
  response.setHeader('vary', vary)
  const { origin, 'access-control-request-method': named } = request.headers
  if (origin === undefined) return
  const rule = findRule(
    JSON.parse(cors) as CorsRule[],
    origin,
    named ?? request.method ?? '',
    askedHeaders(request.headers),
  )
  if (rule) allow(response, rule, origin)
}

/**
 * Responds to a preflight. https://fetch.spec.whatwg.org/#cors-preflight-fetch
 * @throws S3Error BadRequest without an origin; AccessForbidden without a method, and if no rule allows it
 */
export const preflight = (
  cors: string | null,
  headers: IncomingHttpHeaders,
  response: ServerResponse,
): void => {
  const { origin, 'access-control-request-method': method } = headers
  if (origin === undefined)
    throw new S3Error('BadRequest', 'Insufficient information. Origin request header needed.')
  if (method === undefined)
    throw new S3Error('AccessForbidden', 'Invalid Access-Control-Request-Method: null')
  response.setHeader('vary', vary)
  const asked = askedHeaders(headers)
  const rule = cors === null ? undefined : findRule(JSON.parse(cors) as CorsRule[], origin, method, asked)
  if (!rule) throw new S3Error('AccessForbidden', undefined, { Method: method, ResourceType: 'BUCKET' })
  allow(response, rule, origin)
  if (asked.length > 0) response.setHeader('access-control-allow-headers', asked.join(', '))
  response.writeHead(200, { 'content-length': '0' })
  response.end()
}
