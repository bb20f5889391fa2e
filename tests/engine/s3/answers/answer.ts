/** A request to the row's own bucket: `{b}` stands for its name, other names in braces for what `save` has kept. */
export type Request = {
  /** Method and target, such as `PUT /{b}/key?tagging`. */
  line: string
  headers?: Record<string, string>
  body?: string
  /** Who signs it: the bucket's owner where nothing is said. */
  as?: 'owner' | 'other' | 'anybody'
  /** A pre-signed URL: the headers are signed, and sent in the query if at all. */
  presigned?: boolean
  /** A value of the answer for later requests: by name, a header, or an element in angle brackets. */
  save?: Record<string, string>
}

/**
 * What S3 answers to a request, by its documentation or by recordings of it: `source` is a page of the API reference, below
 * https://docs.aws.amazon.com/AmazonS3/latest/API/, or of the user guide, below …/latest/userguide/.
 */
export type Answer = {
  name: string
  source: string
  /** Requests before, which succeed. */
  given?: readonly Request[]
  request: Request
  status: number
  /** The code of an error's XML. */
  code?: string
  /** Headers of the answer; null: it has none of that name. */
  headers?: Record<string, string | null>
  /** The texts of all elements of a name in the answer's XML, in order. */
  fields?: Record<string, readonly (string | { asymmetricMatch(text: string): boolean })[]>
  body?: string
  /** What the engine answers instead, and why. */
  instead?: Partial<Pick<Answer, 'status' | 'code' | 'headers' | 'fields' | 'body'>> & { why: string }
}
