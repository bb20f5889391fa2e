import { createHmac, timingSafeEqual } from 'node:crypto'
import { hmac, signingKey } from '../../s3/sigv4.ts'
import { S3Error } from '../protocol/errors.ts'
import type { Accounts, Credential } from '../store/accounts.ts'
import { parseCredential, parseTimestamp, SKEW_MS } from './verify.ts'

const equal = (given: string, expected: string): boolean => {
  const [a, b] = [Buffer.from(given, 'utf8'), Buffer.from(expected, 'utf8')]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * The signer of a form's policy, with Signature Version 4 or, in older forms, 2; null if it is not signed. `fields`:
 * with lower-case names.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-authentication-HTTPPOST.html
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/UsingHTTPPOST.html
 * @throws S3Error InvalidArgument if a field is missing; AccessDenied for a policy without a signature, and for a date
 * in the future; InvalidAccessKeyId, SignatureDoesNotMatch, UserSuspended
 */
export const verifyForm = (
  accounts: Accounts,
  fields: Map<string, string>,
  now: number,
): Credential | null => {
  const signing = ['policy', 'signature', 'awsaccesskeyid', 'x-amz-signature', 'x-amz-credential']
  if (!signing.some(name => fields.has(name))) return null
  if (!signing.some(name => name !== 'policy' && fields.has(name))) throw new S3Error('AccessDenied')
  const need = (name: string): string => {
    const value = fields.get(name)
    if (value) return value
    throw new S3Error('InvalidArgument', `Bucket POST must contain a field named '${name}'.`, {
      ArgumentName: name,
    })
  }
  if (fields.has('x-amz-security-token')) throw new S3Error('InvalidToken')
  const policy = need('policy')
  const credentialOf = (accessKey: string): Credential => {
    const credential = accounts.credential(accessKey)
    if (!credential) throw new S3Error('InvalidAccessKeyId', undefined, { AWSAccessKeyId: accessKey })
    if (credential.suspended) throw new S3Error('UserSuspended')
    return credential
  }
  const verified = (credential: Credential, given: string, expected: string): Credential => {
    if (equal(given, expected)) return credential
    throw new S3Error('SignatureDoesNotMatch', undefined, {
      AWSAccessKeyId: credential.accessKey,
      StringToSign: policy,
      SignatureProvided: given,
    })
  }
  if (fields.has('signature') || fields.has('awsaccesskeyid')) {
    const given = need('signature')
    const credential = credentialOf(need('awsaccesskeyid'))
    return verified(credential, given, createHmac('sha1', credential.secret).update(policy).digest('base64'))
  }
  const given = need('x-amz-signature')
  if (need('x-amz-algorithm') !== 'AWS4-HMAC-SHA256') {
    throw new S3Error('InvalidArgument', 'x-amz-algorithm only supports "AWS4-HMAC-SHA256".')
  }
  const { accessKey, scope, date } = parseCredential(need('x-amz-credential'), 'InvalidArgument')
  if (!need('x-amz-date').startsWith(date)) {
    throw new S3Error('InvalidArgument', 'The date of x-amz-credential is not that of x-amz-date.')
  }
  const time = parseTimestamp(need('x-amz-date'))
  if (time === undefined) throw new S3Error('InvalidArgument', 'x-amz-date is not a date.')
  if (time - now > SKEW_MS) throw new S3Error('AccessDenied', 'Request is not yet valid')
  const credential = credentialOf(accessKey)
  return verified(credential, given, hmac(signingKey(credential.secret, scope), policy).toString('hex'))
}
