import { type S3Code, S3Error } from '../protocol/errors.ts'
import { document } from '../protocol/xml.ts'
import { sendXml } from '../request/answers.ts'
import { bucketOf, type Context } from '../request/context.ts'
import { findObject } from './get-object.ts'

export type Operation = (context: Context) => void | Promise<void>

/** Answers that the bucket has no such configuration: the engine does not have it, S3 clients ask all the same. */
export const notConfigured =
  (code: S3Code): Operation =>
  () => {
    throw new S3Error(code)
  }

/** Answers with S3's default configuration. */
export const defaultConfiguration =
  (root: string, inner = ''): Operation =>
  context => {
    sendXml(context, 200, document(root, inner))
  }

/** As `answer`, for an object, which must be there. */
export const ofObject =
  (answer: Operation): Operation =>
  context => {
    findObject(context, bucketOf(context))
    return answer(context)
  }
