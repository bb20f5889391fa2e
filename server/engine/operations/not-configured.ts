import { type S3Code, S3Error } from '../protocol/errors.ts'
import { document, element } from '../protocol/xml.ts'
import { sendEmpty, sendXml } from '../request/answers.ts'
import type { Context } from '../request/context.ts'

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

/** For configurations with ids (`root`: their list): there are none. @throws S3Error NoSuchConfiguration for an id */
export const noneOf =
  (root: string): Operation =>
  context => {
    if (context.query.has('id')) throw new S3Error('NoSuchConfiguration')
    sendXml(context, 200, document(root, element('IsTruncated', false)))
  }

/** Succeeds: there is no such configuration. */
export const deleteNothing: Operation = context => sendEmpty(context, 204)
