import { S3Error } from '../protocol/errors.ts'

/** A listing's continuation token: opaque to clients, contains the last name of the page. */
export const encodeToken = (after: string): string => Buffer.from(`1${after}`, 'utf8').toString('base64url')

/** @throws S3Error InvalidArgument */
export const decodeToken = (token: string): string => {
  const text = Buffer.from(token, 'base64url').toString('utf8')
  if (!text.startsWith('1') || encodeToken(text.slice(1)) !== token) {
    throw new S3Error('InvalidArgument', 'The continuation token provided is incorrect', {
      ArgumentName: 'continuation-token',
    })
  }
  return text.slice(1)
}
