import { S3Error } from '../protocol/errors.ts'

/** @throws S3Error MalformedPolicy */
export const malformed = (why: string): never => {
  throw new S3Error('MalformedPolicy', `The policy is not valid: ${why}.`)
}
