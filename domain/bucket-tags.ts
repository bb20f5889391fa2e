import { bucketTagsMaximum, objectTagsMaximum, tagKeyMaximum, tagValueMaximum } from './limits.ts'
import * as v from './valibot.ts'

/** A tag of a bucket. Source: S3 API reference, Tag; Amazon S3 User Guide, "Using tags". */
export type BucketTag = { key: string; value: string }

const allowed = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u

/** S3 counts code points. */
const longer = (text: string, most: number) => Array.from(text).length > most

const key = v.pipe(
  v.string(),
  v.trim(),
  v.issueOf(text => {
    if (text === '') return 'required'
    if (longer(text, tagKeyMaximum)) return 'tag-key-too-long'
    if (!allowed.test(text)) return 'tag-characters'
    return /^aws:/i.test(text) ? 'tag-key-aws' : null
  }),
)

const value = v.pipe(
  v.string(),
  v.trim(),
  v.issueOf(text => {
    if (longer(text, tagValueMaximum)) return 'tag-value-too-long'
    return allowed.test(text) ? null : 'tag-characters'
  }),
)

/** Each key once. A second key is the issue of its own field. */
const tagList = (most: number, tooMany: 'tags-too-many' | 'object-tags-too-many') =>
  v.pipe(
    v.array(v.object({ key, value })),
    v.maxLength(most, tooMany),
    v.issueAt(tags => {
      const seen = new Set<string>()
      const twice = tags.findIndex(tag => seen.size === seen.add(tag.key).size)
      return twice < 0 ? null : { path: [twice, 'key'], issue: 'tag-key-twice' }
    }),
  )

export const bucketTags = tagList(bucketTagsMaximum, 'tags-too-many')

export const objectTags = tagList(objectTagsMaximum, 'object-tags-too-many')
