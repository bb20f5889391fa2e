import { S3Error } from '../protocol/errors.ts'
import type { Context } from './context.ts'

/** Maximum bytes of a form before its file. */
const MOST_FIELD_BYTES = 20 * 1024

type Head = { fields: Map<string, string>; filename: string | undefined; start: number }

/** A form with its fields read, but not its file. Disposing of it stops reading where `file` was not called. */
export type Form = AsyncDisposable & {
  /** By lower-case name. */
  fields: Map<string, string>
  /** As the client sent it; undefined where it sent a plain field. */
  filename: string | undefined
  /** The file's length in bytes, by the request's length; an upper bound where fields follow the file. */
  announced: number
  /** Passes the file's bytes to `take`, which may return a promise to pause reading. Call once. */
  file(take: (pieces: Buffer[]) => Promise<void> | undefined): Promise<void>
}

const malformed = (): S3Error => new S3Error('MalformedPOSTRequest')

const parameter = (disposition: string, name: string): string | undefined => {
  const match = new RegExp(`(?:^|[;\\s])${name}=(?:"([^"]*)"|([^";\\s]+))`, 'i').exec(disposition)
  return match?.[1] ?? match?.[2]
}

const filenameOf = (disposition: string): string | undefined => {
  const extended = /filename\*=utf-8''([^;\s]+)/i.exec(disposition)?.[1]
  if (extended === undefined) return parameter(disposition, 'filename')
  try {
    return decodeURIComponent(extended)
  } catch {
    throw malformed()
  }
}

/** Parses the fields up to the file; undefined: more bytes are needed. Fields after the file are ignored, as in S3. */
const parseHead = (bytes: Buffer, delimiter: Buffer): Head | undefined => {
  const fields = new Map<string, string>()
  for (let at = bytes.indexOf(delimiter); at >= 0; ) {
    const after = at + delimiter.length
    if (bytes.toString('latin1', after, after + 2) === '--') {
      throw new S3Error('InvalidArgument', 'POST requires exactly one file upload per request.')
    }
    const end = bytes.indexOf('\r\n\r\n', after)
    if (end < 0) return undefined
    const disposition = /^content-disposition:(.*)$/im.exec(bytes.toString('utf8', after, end))?.[1] ?? ''
    const name = parameter(disposition, 'name')?.toLowerCase()
    if (!name) throw malformed()
    const start = end + 4
    if (name === 'file') return { fields, filename: filenameOf(disposition), start }
    at = bytes.indexOf(delimiter, start)
    if (at < 0) return undefined
    if (fields.has(name)) throw new S3Error('InvalidArgument', `The field ${name} is given twice.`)
    fields.set(name, bytes.toString('utf8', start, at))
  }
  return undefined
}

/** Finds the end of the file: `read` returns its bytes, and holds back those that may belong to the delimiter. */
const createFileReader = (delimiter: Buffer): { read(bytes: Buffer): Buffer; found(): boolean } => {
  let held: Buffer = Buffer.alloc(0)
  let found = false
  return {
    read: piece => {
      if (found) return Buffer.alloc(0)
      const bytes = held.length === 0 ? piece : Buffer.concat([held, piece])
      const at = bytes.indexOf(delimiter)
      found = at >= 0
      const end = found ? at : Math.max(0, bytes.length - delimiter.length + 1)
      held = Buffer.from(bytes.subarray(end))
      return bytes.subarray(0, end)
    },
    found: () => found,
  }
}

const delimiterOf = ({ headers }: Context): Buffer => {
  const match = /^multipart\/form-data\s*;.*\bboundary=(?:"([^"]{1,70})"|([^";,\s]{1,70}))/i.exec(
    headers['content-type'] ?? '',
  )
  const boundary = match?.[1] ?? match?.[2]
  if (boundary === undefined) {
    throw new S3Error('PreconditionFailed', undefined, {
      Condition: 'Bucket POST must be of the enclosure-type multipart/form-data',
    })
  }
  return Buffer.from(`\r\n--${boundary}`, 'latin1')
}

/**
 * Reads a form's fields, and stops where its file begins.
 * @throws S3Error PreconditionFailed for a body other than multipart/form-data; MalformedPOSTRequest,
 * MaxPostPreDataLengthExceededError, InvalidArgument, MissingContentLength; as `pump`
 * Source: RFC 7578
 */
export const openForm = async (context: Context): Promise<Form> => {
  const delimiter = delimiterOf(context)
  const length = Number(context.headers['content-length'])
  if (!Number.isSafeInteger(length)) throw new S3Error('MissingContentLength')
  const reader = createFileReader(delimiter)
  type Take = Parameters<Form['file']>[0]
  let begin: (take: Take) => void = () => undefined
  let cancel: () => void = () => undefined
  const taking = new Promise<Take>((resolve, reject) => {
    begin = resolve
    cancel = () => reject(malformed())
  })
  return new Promise<Form>((resolve, reject) => {
    let head: Buffer = Buffer.from('\r\n')
    let take: Take | undefined
    const pass = (pieces: Buffer[]): Promise<void> | undefined => {
      const file = pieces.map(reader.read).filter(piece => piece.length > 0)
      return file.length > 0 ? take?.(file) : undefined
    }
    const done = context.receive(pieces => {
      if (take) return pass(pieces)
      head = Buffer.concat([head, ...pieces])
      const parsed = parseHead(head.subarray(0, MOST_FIELD_BYTES), delimiter)
      if (!parsed) {
        if (head.length >= MOST_FIELD_BYTES) throw new S3Error('MaxPostPreDataLengthExceededError')
        return undefined
      }
      const { fields, filename, start } = parsed
      const first = head.subarray(start)
      const announced = Math.max(0, length - (start - 2) - delimiter.length - 4)
      resolve({
        fields,
        filename,
        announced,
        file: async each => {
          begin(each)
          await done
          if (!reader.found()) throw malformed()
        },
        [Symbol.asyncDispose]: () => {
          cancel()
          return done.catch(() => undefined)
        },
      })
      return taking.then(each => {
        take = each
        return pass([first])
      })
    })
    done.then(() => reject(malformed()), reject)
  })
}
