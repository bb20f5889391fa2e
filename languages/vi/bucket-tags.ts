import type { bucketTags as en } from '../en/bucket-tags.ts'
import type { Catalogue } from '../language.ts'

export const bucketTags: Catalogue<typeof en> = {
  'issue.tag-key-too-long': 'Nhiều nhất 128 ký tự',
  'issue.tag-key-aws': 'Khóa không được bắt đầu bằng aws:',
  'issue.tag-key-twice': 'Khóa này đã có',
  'issue.tag-value-too-long': 'Nhiều nhất 256 ký tự',
  'issue.tag-characters': 'Chỉ dùng chữ cái, chữ số, dấu cách và _ . : / = + - @',
  'issue.tags-too-many': 'Nhiều nhất 50 thẻ',
}
