import { type S3Code, S3Error } from '../protocol/errors.ts'
import { document, element, parseXml } from '../protocol/xml.ts'
import { sendEmpty, sendXml } from '../request/answers.ts'
import { readText } from '../request/body.ts'
import type { Context } from '../request/context.ts'

const MOST_BYTES = 64 * 1024

export type Operation = (context: Context) => void | Promise<void>

/** Responds that the bucket has no such configuration: unsupported, but clients query it. */
export const notConfigured =
  (code: S3Code): Operation =>
  () => {
    throw new S3Error(code)
  }

/** Responds with S3's default configuration. */
export const defaultConfiguration =
  (root: string, inner = ''): Operation =>
  context => {
    sendXml(context, 200, document(root, inner))
  }

/**
 * Accepts a configuration that changes nothing: the default one, recognised by the text of `child`, or by having no
 * children. Tools send it to reset what they find.
 * @throws S3Error MalformedXML; NotImplemented for any other configuration
 */
export const onlyDefault =
  (root: string, child?: { name: string; text: string }): Operation =>
  async context => {
    const { name, children } = parseXml(await readText(context, MOST_BYTES))
    if (name !== root) throw new S3Error('MalformedXML')
    const [first, ...more] = children
    const isSo =
      first === undefined
        ? child === undefined
        : first.name === child?.name && first.text.trim() === child.text
    if (!isSo || more.length > 0) throw new S3Error('NotImplemented')
    sendEmpty(context, 200)
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
