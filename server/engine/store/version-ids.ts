import { randomBytes } from 'node:crypto'
import { S3Error } from '../protocol/errors.ts'

/** The id of a key's version in a bucket without versioning, or with suspended versioning. */
export const NULL_ID = 'null'

const SEQ_DIGITS = 12
const TOKEN_BYTES = 10

/** The stored part of a new version's id: it distinguishes ids that reuse a `seq` after an old index was restored. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('hex')

/** The id that clients see: of the same length for all versions, ordered by `seq`. `token`: the column `version_id`. */
export const versionId = (seq: number, token: string): string =>
  token === NULL_ID ? NULL_ID : seq.toString(36).padStart(SEQ_DIGITS, '0') + token

const pattern = new RegExp(`^([0-9a-z]{${SEQ_DIGITS}})([0-9a-f]{${2 * TOKEN_BYTES}})$`)

/**
 * The parts of a version's id other than `null`.
 * @throws S3Error InvalidArgument if it is malformed
 */
export const parseVersionId = (id: string): { seq: number; token: string } => {
  const match = pattern.exec(id)
  const seq = Number.parseInt(match?.[1] ?? '', 36)
  if (match && Number.isSafeInteger(seq)) return { seq, token: match[2]! }
  throw new S3Error('InvalidArgument', 'Invalid version id specified', {
    ArgumentName: 'versionId',
    ArgumentValue: id,
  })
}
