import { expect, test } from 'vitest'
import { type BucketTag, bucketTags } from '../../domain/bucket-tags.ts'
import * as v from '../../domain/valibot.ts'

function issues(tags: BucketTag[]): [string, string][] {
  const { issues = [] } = v.safeParse(bucketTags, tags, { abortPipeEarly: true })
  return issues.map(issue => [(issue.path ?? []).map(step => step.key).join('.'), issue.message])
}

test.each<[BucketTag]>([
  [{ key: 'team', value: '' }],
  [{ key: 'Chủ sở hữu', value: 'Nhóm ảnh số 1 +-=._:/@' }],
  [{ key: '𝒌'.repeat(128), value: '𝒗'.repeat(256) }],
])('the tag %j is allowed', tag => {
  expect(issues([tag])).toEqual([])
})

test.each<[BucketTag, string, string]>([
  [{ key: '', value: 'a' }, 'key', 'required'],
  [{ key: ' ', value: 'a' }, 'key', 'required'],
  [{ key: 'k'.repeat(129), value: '' }, 'key', 'tag-key-too-long'],
  [{ key: 'a&b', value: '' }, 'key', 'tag-characters'],
  [{ key: 'aws:cost', value: '' }, 'key', 'tag-key-aws'],
  [{ key: 'AWS:cost', value: '' }, 'key', 'tag-key-aws'],
  [{ key: 'k', value: 'v'.repeat(257) }, 'value', 'tag-value-too-long'],
  [{ key: 'k', value: 'a\nb' }, 'value', 'tag-characters'],
])('the tag %j is refused at its %s: %s', (tag, field, issue) => {
  expect(issues([{ key: 'team', value: 'web' }, tag])).toEqual([[`1.${field}`, issue]])
})

test('a key twice is refused where it stands again; 51 tags are too many', () => {
  const tag = (key: string) => ({ key, value: '' })
  expect(issues([tag('a'), tag('b'), tag(' a ')])).toEqual([['2.key', 'tag-key-twice']])
  expect(issues([tag('a'), tag('A')])).toEqual([])
  const many = Array.from({ length: 51 }, (_, i) => tag(`k${i}`))
  expect(issues(many.slice(1))).toEqual([])
  expect(issues(many)).toEqual([['', 'tags-too-many']])
})
