import {
  type ChecksumAlgorithm,
  checksumAlgorithm,
  checksumAlgorithms,
  isChecksumValue,
  requireAlgorithm,
} from '../protocol/checksums.ts'
import { S3Error } from '../protocol/errors.ts'
import { header, type WithBody } from './context.ts'

type Expectation = { algorithm: ChecksumAlgorithm; value: string | undefined }

/**
 * The body length in bytes that the headers announce (decoded, for aws-chunked).
 * @throws S3Error MissingContentLength, InvalidArgument
 */
export const announcedLength = (context: WithBody): number => {
  const name = context.payload.kind === 'chunked' ? 'x-amz-decoded-content-length' : 'content-length'
  const text = header(context, name)
  if (text === undefined) throw new S3Error('MissingContentLength')
  if (!/^\d{1,15}$/.test(text)) throw new S3Error('InvalidArgument', `${name} is not a number.`)
  return Number(text)
}

/** For copies, whose requests have no body. @throws S3Error InvalidRequest for a request with a body */
export const refuseBody = (context: WithBody): void => {
  const sent = ['content-length', 'transfer-encoding'].some(name => header(context, name) !== undefined)
  if (!sent || announcedLength(context) === 0) return
  throw new S3Error('InvalidRequest', 'A copy takes no body.')
}

const CHECKSUM = 'x-amz-checksum-'
const notDigests = ['algorithm', 'type', 'mode']

/**
 * The checksum that a header contains or a trailer will contain.
 * @throws S3Error InvalidRequest, also if x-amz-sdk-checksum-algorithm names another; NotImplemented
 */
export const expectedChecksum = (context: WithBody): Expectation | undefined => {
  const expected = announcedChecksum(context)
  const named = header(context, 'x-amz-sdk-checksum-algorithm')
  if (expected && named !== undefined && checksumAlgorithm(named) !== expected.algorithm) {
    throw new S3Error('InvalidRequest', 'Value for x-amz-sdk-checksum-algorithm header is invalid.')
  }
  return expected
}

/** Whether the request brings the checksum that its pre-signed URL invites: its client compares that, and no MD5. */
export const bringsInvitedChecksum = (context: WithBody): boolean =>
  context.query.has('x-amz-sdk-checksum-algorithm') && expectedChecksum(context)?.value !== undefined

const announcedChecksum = (context: WithBody): Expectation | undefined => {
  for (const name of Object.keys(context.headers)) {
    if (!name.startsWith(CHECKSUM)) continue
    const rest = name.slice(CHECKSUM.length)
    if (checksumAlgorithm(rest) || notDigests.includes(rest)) continue
    throw new S3Error('NotImplemented', undefined, { Header: name })
  }
  const sent = checksumAlgorithms.flatMap(algorithm => {
    const value = header(context, `x-amz-checksum-${algorithm}`)
    return value === undefined ? [] : [{ algorithm, value }]
  })
  if (sent.length > 1) throw new S3Error('InvalidRequest', 'Expecting a single x-amz-checksum- header.')
  if (sent[0]) {
    if (!isChecksumValue(sent[0].algorithm, sent[0].value)) {
      throw new S3Error('InvalidRequest', `Value for x-amz-checksum-${sent[0].algorithm} header is invalid.`)
    }
    return sent[0]
  }
  const trailer = header(context, 'x-amz-trailer')
  const declared =
    trailer?.trim().replace(/^x-amz-checksum-/i, '') ?? header(context, 'x-amz-sdk-checksum-algorithm')
  if (declared === undefined) return undefined
  return { algorithm: requireAlgorithm(declared), value: undefined }
}

/**
 * For operations whose body must carry its Content-MD5 or a checksum.
 * @throws S3Error InvalidRequest
 */
export const requireIntegrity = (context: WithBody): void => {
  const sent =
    header(context, 'content-md5') ??
    header(context, 'x-amz-trailer') ??
    checksumAlgorithms.find(algorithm => header(context, `x-amz-checksum-${algorithm}`) !== undefined)
  if (sent !== undefined) return
  throw new S3Error(
    'InvalidRequest',
    'Missing required header for this request: Content-MD5 OR x-amz-checksum-*',
  )
}

/** Content-MD5 in hex. @throws S3Error InvalidDigest */
export const expectedMd5 = (context: WithBody): string | undefined => {
  const text = header(context, 'content-md5')
  if (text === undefined) return undefined
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length !== 16 || bytes.toString('base64') !== text) throw new S3Error('InvalidDigest')
  return bytes.toString('hex')
}
