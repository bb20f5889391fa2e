import { hash, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { hmac, signingKey, stringToSign, uriEncodePath } from '../../s3/sigv4.ts'
import { type S3Code, S3Error } from '../protocol/errors.ts'
import type { Accounts, Credential } from '../store/accounts.ts'
import { canonicalRequest, type Signed } from './canonical.ts'
import { type Identity, type Payload, parsePayload, type Verifier } from './identity.ts'
import { type Query, uriDecode } from './uri.ts'
import { hasSignatureV2, verifyQueryV2 } from './verify-v2.ts'

/** ms that a client's clock may be off. */
export const SKEW_MS = 15 * 60_000
const LONGEST_EXPIRY_S = 7 * 24 * 3600
/** The CRC32 of zero bytes, which SDKs put into a pre-signed URL when they do not know its body. */
const EMPTY_CRC32 = 'AAAAAA=='

const authParameters = new Set(
  ['algorithm', 'credential', 'date', 'expires', 'signedheaders', 'signature', 'content-sha256'].map(
    name => `x-amz-${name}`,
  ),
)

/** Parses a time like 20261120T223129Z into unix ms. */
export const parseTimestamp = (text: string | undefined): number | undefined => {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text ?? '')
  if (!match) return undefined
  const [, year, month, day, hour, minute, second] = match
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(time) ? undefined : time
}

const toTimestamp = (time: number): string =>
  new Date(time).toISOString().replace(/[-:]/g, '').replace(/\.\d+/, '')

const parseHeader = (text: string): { credential: string; signedHeaders: string; signature: string } => {
  const fields = new Map(
    text
      .slice('AWS4-HMAC-SHA256'.length)
      .split(',')
      .map(field => {
        const at = field.indexOf('=')
        return [field.slice(0, at).trim(), field.slice(at + 1).trim()] as const
      }),
  )
  const credential = fields.get('Credential')
  const signedHeaders = fields.get('SignedHeaders')
  const signature = fields.get('Signature')
  if (!credential || !signedHeaders || !signature) throw new S3Error('AuthorizationHeaderMalformed')
  return { credential, signedHeaders, signature }
}

/** @throws S3Error with the given code */
export const parseCredential = (
  text: string,
  code: S3Code,
  service: 's3' | 'sns' = 's3',
): { accessKey: string; scope: string; date: string } => {
  const match = /^([^/]{1,128})\/((\d{8})\/[^/]{1,128}\/(\w+)\/aws4_request)$/.exec(text)
  if (match?.[4] !== service) {
    throw new S3Error(code, `The credential must be <access key>/<date>/<region>/${service}/aws4_request.`)
  }
  return { accessKey: match[1]!, scope: match[2]!, date: match[3]! }
}

/** Headers that a pre-signed URL may carry in its query. */
const conditions = new Set(['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'])

const withHoistedHeaders = (headers: IncomingHttpHeaders, query: Query): IncomingHttpHeaders => {
  const merged: IncomingHttpHeaders = { ...headers }
  for (const [name, value] of query.entries) {
    const lower = name.toLowerCase()
    const isCondition = conditions.has(lower)
    if (!isCondition && (!lower.startsWith('x-amz-') || authParameters.has(lower))) continue
    if (lower === 'x-amz-checksum-crc32' && value === EMPTY_CRC32) continue
    // A signed condition takes precedence over a header, which need not be signed.
    if (isCondition || merged[lower] === undefined)
      merged[lower] = Buffer.from(value, 'utf8').toString('latin1')
  }
  return merged
}

/** An unsigned request. Its body may still have a SHA-256, or unsigned chunks. */
const anonymous = (headers: IncomingHttpHeaders): Identity => {
  const sent = headers['x-amz-content-sha256']
  const payload: Payload = sent === undefined ? { kind: 'unsigned' } : parsePayload(String(sent))
  if (payload.kind === 'chunked' && payload.signed) throw new S3Error('AccessDenied')
  return { credential: null, payload, seed: undefined, headers }
}

/** The header that a URL invites by naming a checksum's algorithm: it can only narrow what the URL allows. */
const invitedHeader = (query: Query): string =>
  `x-amz-checksum-${query.get('x-amz-sdk-checksum-algorithm')?.toLowerCase()}`

/**
 * Verifies Signature Version 4: in the Authorization header, or in the query (pre-signed, up to 7 days).
 * Accepts any region in the scope. Tries the path as it was sent, then as S3 encodes it.
 * Every `x-amz-…` header must be signed, or adding one could widen a pre-signed URL. A request without any signature is
 * anonymous. `signV2`: pre-signed URLs of Signature Version 2 too.
 * @throws S3Error AccessDenied, InvalidAccessKeyId, SignatureDoesNotMatch, RequestTimeTooSkewed, AuthorizationHeaderMalformed, …
 */
export const createVerifier = (
  accounts: Accounts,
  now: () => number = Date.now,
  options: { signV2: boolean } = { signV2: true },
): Verifier => {
  const check = (
    path: string,
    signed: Signed,
    credential: Credential,
    signature: string,
  ): { key: KeyObject; timestamp: string; scope: string; signature: string } => {
    const key = signingKey(credential.secret, signed.scope)
    const given = Buffer.from(signature, 'latin1')
    const matches = (candidate: string): boolean => {
      const expected = Buffer.from(
        hmac(key, stringToSign(signed, canonicalRequest(candidate, signed))).toString('hex'),
        'latin1',
      )
      return expected.length === given.length && timingSafeEqual(expected, given)
    }
    if (!matches(path)) {
      const encoded = uriEncodePath(uriDecode(path))
      if (encoded === path || !matches(encoded)) {
        const request = canonicalRequest(path, signed)
        throw new S3Error('SignatureDoesNotMatch', undefined, {
          AWSAccessKeyId: credential.accessKey,
          StringToSign: stringToSign(signed, request),
          SignatureProvided: signature,
          CanonicalRequest: request,
        })
      }
    }
    return { key, timestamp: signed.timestamp, scope: signed.scope, signature }
  }

  const credentialOf = (accessKey: string): Credential => {
    const credential = accounts.credential(accessKey)
    if (!credential) throw new S3Error('InvalidAccessKeyId', undefined, { AWSAccessKeyId: accessKey })
    return credential
  }

  const requireSigned = (
    headers: IncomingHttpHeaders,
    signedHeaders: string[],
    exempt: string[] = [],
  ): void => {
    const missing = Object.keys(headers).filter(
      name =>
        (name.startsWith('x-amz-') || name === 'host') &&
        !exempt.includes(name) &&
        !signedHeaders.includes(name),
    )
    if (missing.length === 0 && signedHeaders.includes('host')) return
    throw new S3Error('AccessDenied', 'There were headers present in the request which were not signed', {
      HeadersNotSigned: missing.join(', '),
    })
  }

  const verifyHeader: Verifier = ({ method, path, query, headers, snsBody }) => {
    const fields = parseHeader(headers.authorization ?? '')
    const { accessKey, scope, date } = parseCredential(
      fields.credential,
      'AuthorizationHeaderMalformed',
      snsBody ? 'sns' : 's3',
    )
    const dated = headers['x-amz-date']
    const time = dated === undefined ? Date.parse(headers.date ?? '') : parseTimestamp(String(dated))
    if (time === undefined || Number.isNaN(time)) {
      throw new S3Error('AccessDenied', 'AWS authentication requires a valid Date or x-amz-date header')
    }
    const timestamp = dated === undefined ? toTimestamp(time) : String(dated)
    if (!timestamp.startsWith(date)) {
      throw new S3Error(
        'AuthorizationHeaderMalformed',
        'The date of the credential is not the date of the request.',
      )
    }
    if (Math.abs(time - now()) > SKEW_MS) {
      throw new S3Error('RequestTimeTooSkewed', undefined, {
        RequestTime: timestamp,
        ServerTime: new Date(now()).toISOString(),
        MaxAllowedSkewMilliseconds: String(SKEW_MS),
      })
    }
    const credential = credentialOf(accessKey)
    const payloadHash = snsBody ? hash('sha256', snsBody) : headers['x-amz-content-sha256']
    const payload = parsePayload(payloadHash === undefined ? undefined : String(payloadHash))
    const signedHeaders = fields.signedHeaders.toLowerCase().split(';')
    requireSigned(headers, signedHeaders)
    const seed = check(
      path,
      { method, query, headers, signedHeaders, payloadHash: String(payloadHash), timestamp, scope },
      credential,
      fields.signature,
    )
    return { credential, payload, seed, headers }
  }

  const verifyQuery: Verifier = ({ method, path, query, headers }) => {
    const need = (name: string): string => {
      const value = query.get(name)
      if (value) return value
      throw new S3Error('AuthorizationQueryParametersError', `Query-string authentication requires ${name}.`)
    }
    if (need('X-Amz-Algorithm') !== 'AWS4-HMAC-SHA256') {
      throw new S3Error(
        'AuthorizationQueryParametersError',
        'X-Amz-Algorithm only supports "AWS4-HMAC-SHA256".',
      )
    }
    const { accessKey, scope, date } = parseCredential(
      need('X-Amz-Credential'),
      'AuthorizationQueryParametersError',
    )
    const timestamp = need('X-Amz-Date')
    const time = parseTimestamp(timestamp)
    if (time === undefined || !timestamp.startsWith(date)) {
      throw new S3Error(
        'AuthorizationQueryParametersError',
        `X-Amz-Date must be in the ISO8601 Long Format "yyyyMMdd'T'HHmmss'Z'", of the date of the credential.`,
      )
    }
    // A URL that ends before it begins is reported as expired.
    const expires = /^-?\d{1,7}$/.test(need('X-Amz-Expires')) ? Number(need('X-Amz-Expires')) : Number.NaN
    if (!(expires <= LONGEST_EXPIRY_S)) {
      throw new S3Error(
        'AuthorizationQueryParametersError',
        'X-Amz-Expires must be from 1 to 604800 seconds.',
      )
    }
    if (query.has('X-Amz-Security-Token')) throw new S3Error('InvalidToken')
    if (time - now() > SKEW_MS) throw new S3Error('AccessDenied', 'Request is not yet valid')
    if (now() >= time + expires * 1000) {
      throw new S3Error('AccessDenied', 'Request has expired', {
        'X-Amz-Expires': String(expires),
        Expires: new Date(time + expires * 1000).toISOString(),
        ServerTime: new Date(now()).toISOString(),
      })
    }
    const credential = credentialOf(accessKey)
    const signedHeaders = need('X-Amz-SignedHeaders').toLowerCase().split(';')
    requireSigned(headers, signedHeaders, ['x-amz-content-sha256', invitedHeader(query)])
    const named =
      query.get('X-Amz-Content-Sha256') ??
      (signedHeaders.includes('x-amz-content-sha256')
        ? String(headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD')
        : 'UNSIGNED-PAYLOAD')
    const payload = parsePayload(named)
    // aws-sdk 2 signs `x-amz-…` headers that it then sends in the query only.
    const hoisted = withHoistedHeaders(headers, query)
    const seed = check(
      path,
      { method, query, headers: hoisted, signedHeaders, payloadHash: named, timestamp, scope },
      credential,
      need('X-Amz-Signature'),
    )
    return { credential, payload, seed, headers: hoisted }
  }

  return request => {
    const { authorization } = request.headers
    const inQuery = [
      request.query.has('X-Amz-Algorithm') || request.query.has('X-Amz-Signature'),
      hasSignatureV2(request.query),
    ]
    if ([...inQuery, authorization !== undefined].filter(Boolean).length > 1) {
      throw new S3Error(
        'InvalidArgument',
        'Only one auth mechanism allowed; only the X-Amz-Algorithm query parameter, Signature query string parameter or the Authorization header should be specified',
      )
    }
    if (inQuery[0]) return verifyQuery(request)
    if (inQuery[1] && options.signV2) return verifyQueryV2(accounts, now(), request)
    if (authorization?.startsWith('AWS4-HMAC-SHA256 ')) {
      if (request.headers['x-amz-security-token'] !== undefined) throw new S3Error('InvalidToken')
      return verifyHeader(request)
    }
    if (authorization?.startsWith('AWS ') && !/^AWS [^:]+:./.test(authorization)) {
      throw new S3Error(
        'InvalidArgument',
        'AWS authorization header is invalid.  Expected AwsAccessKeyId:signature',
      )
    }
    if (authorization || inQuery[1]) {
      throw new S3Error(
        'InvalidRequest',
        'The authorization mechanism you have provided is not supported. Please use AWS4-HMAC-SHA256.',
      )
    }
    return anonymous(request.headers)
  }
}
