import { S3Error } from './errors.ts'
import { childText, element, parseXml } from './xml.ts'

export type Tag = { key: string; value: string }

/** Tags that one object or bucket may have. */
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

/** @throws S3Error InvalidTag. Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-tagging.html */
const requireTags = (tags: Tag[], most: number): Tag[] => {
  if (tags.length > most) throw new S3Error('InvalidTag', `There can be ${most} tags at most.`)
  for (const tag of tags) requireTag(tag)
  if (new Set(tags.map(tag => tag.key)).size < tags.length) {
    throw new S3Error('InvalidTag', 'Cannot provide multiple Tags with the same key')
  }
  return tags
}

/** The tags of a body `Tagging`. @throws S3Error MalformedXML, InvalidTag */
export const parseTagging = (body: string, most: number): Tag[] => {
  const root = parseXml(body)
  const sets = root.children.filter(child => child.name === 'TagSet')
  if (root.name !== 'Tagging' || sets.length !== 1) throw new S3Error('MalformedXML')
  const tags = sets[0]!.children.map(node => {
    const key = childText(node, 'Key')
    const value = childText(node, 'Value')
    if (node.name !== 'Tag' || key === undefined || value === undefined) throw new S3Error('MalformedXML')
    return { key, value }
  })
  return requireTags(tags, most)
}

/** The tags of an `x-amz-tagging` header: the query of a URL. @throws S3Error InvalidArgument, InvalidTag */
export const parseTagHeader = (text: string | undefined): Tag[] => {
  if (text === undefined || text === '') return []
  const tags = text.split('&').map(pair => {
    const at = pair.indexOf('=')
    const decode = (part: string): string => {
      try {
        return decodeURIComponent(part.replaceAll('+', ' '))
      } catch {
        throw new S3Error('InvalidArgument', 'The header x-amz-tagging is not the query of a URL.', {
          ArgumentName: 'x-amz-tagging',
        })
      }
    }
    return at < 0
      ? { key: decode(pair), value: '' }
      : { key: decode(pair.slice(0, at)), value: decode(pair.slice(at + 1)) }
  })
  return requireTags(tags, MOST_OBJECT_TAGS)
}

export const tagXml = ({ key, value }: Tag): string =>
  `<Tag>${element('Key', key)}${element('Value', value)}</Tag>`

export const taggingXml = (tags: readonly Tag[]): string => `<TagSet>${tags.map(tagXml).join('')}</TagSet>`
