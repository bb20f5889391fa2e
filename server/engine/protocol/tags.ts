import { S3Error } from './errors.ts'
import { childText, element, parseXml, type XmlNode } from './xml.ts'

export type Tag = { key: string; value: string }

export const MOST_OBJECT_TAGS = 10
export const MOST_BUCKET_TAGS = 50
const MOST_KEY = 128
const MOST_VALUE = 256
const allowed = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u

const lengthOf = (text: string): number => Array.from(text).length

/** @throws S3Error InvalidTag */
export const requireTag = ({ key, value }: Tag): void => {
  const refuse = (why: string): never => {
    throw new S3Error('InvalidTag', why, { TagKey: key, TagValue: value })
  }
  if (key === '' || lengthOf(key) > MOST_KEY || !allowed.test(key))
    refuse('The TagKey you have provided is invalid')
  if (lengthOf(value) > MOST_VALUE || !allowed.test(value))
    refuse('The TagValue you have provided is invalid')
  if (key.startsWith('aws:')) refuse('System tags cannot be added/updated by requester')
}

/** @throws S3Error BadRequest for too many; InvalidTag. Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-tagging.html */
const requireTags = (tags: Tag[], most: number): Tag[] => {
  const what = most === MOST_OBJECT_TAGS ? 'Object tags' : 'Bucket tag count'
  if (tags.length > most) throw new S3Error('BadRequest', `${what} cannot be greater than ${most}`)
  for (const tag of tags) requireTag(tag)
  if (new Set(tags.map(tag => tag.key)).size < tags.length) {
    throw new S3Error('InvalidTag', 'Cannot provide multiple Tags with the same key')
  }
  return tags
}

/** The tags of an element with `Tag`s. @throws S3Error MalformedXML, BadRequest, InvalidTag */
export const tagsOf = ({ children }: Pick<XmlNode, 'children'>, most: number): Tag[] => {
  const tags = children.map(node => {
    const key = childText(node, 'Key')
    const value = childText(node, 'Value')
    if (node.name !== 'Tag' || key === undefined || value === undefined) throw new S3Error('MalformedXML')
    return { key, value }
  })
  return requireTags(tags, most)
}

/** The tags of a `Tagging` body; none without a `TagSet`, as in S3. @throws S3Error as `tagsOf` */
export const parseTagging = (body: string, most: number): Tag[] => {
  const root = parseXml(body)
  const [set, ...more] = root.children
  if (root.name !== 'Tagging' || more.length > 0 || (set && set.name !== 'TagSet'))
    throw new S3Error('MalformedXML')
  return set ? tagsOf(set, most) : []
}

/**
 * The tags of an `x-amz-tagging` header, formatted like a query. Empty pairs are ignored, as in S3.
 * @throws S3Error InvalidArgument; BadRequest for too many, InvalidTag for reserved ones
 */
export const parseTagHeader = (text = ''): Tag[] => {
  const refused = (): S3Error =>
    new S3Error(
      'InvalidArgument',
      "The header 'x-amz-tagging' shall be encoded as UTF-8 then URLEncoded URL query parameters without tag name duplicates.",
      { ArgumentName: 'x-amz-tagging', ArgumentValue: text },
    )
  const decode = (part: string): string => {
    try {
      return decodeURIComponent(part.replaceAll('+', ' '))
    } catch {
      throw refused()
    }
  }
  const pairs = text.split('&').filter(pair => pair !== '')
  const tags = pairs.map(pair => {
    const [key = '', value = '', ...more] = pair.split('=')
    const tag = { key: decode(key), value: decode(value) }
    if (more.length > 0 || tag.key === '' || !allowed.test(tag.key) || !allowed.test(tag.value))
      throw refused()
    return tag
  })
  if (new Set(tags.map(tag => tag.key)).size < tags.length) throw refused()
  return requireTags(tags, MOST_OBJECT_TAGS)
}

const tagXml = ({ key, value }: Tag): string => `<Tag>${element('Key', key)}${element('Value', value)}</Tag>`

export const taggingXml = (tags: readonly Tag[]): string => `<TagSet>${tags.map(tagXml).join('')}</TagSet>`
