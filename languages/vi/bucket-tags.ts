import type { bucketTags as en } from '../en/bucket-tags.ts'
import type { Catalogue } from '../language.ts'

export const bucketTags: Catalogue<typeof en> = {
  'bucket.tags.lead':
    'Tên và giá trị do bạn đặt, chẳng hạn để phân biệt dự án hay bộ phận chịu chi phí. Thẻ không làm thay đổi tệp.',
  'bucket.tags.none': 'Chưa có thẻ nào.',
  'bucket.tags.key': 'Tên thẻ',
  'bucket.tags.value': 'Giá trị',
  'bucket.tags.keyOf': 'Tên của thẻ {number}',
  'bucket.tags.valueOf': 'Giá trị của thẻ {number}',
  'bucket.tags.remove': 'Bỏ thẻ {number}',
  'bucket.tags.add': 'Thêm thẻ',
  'issue.tag-key-too-long': 'Tối đa {limit, number} ký tự',
  'issue.tag-key-aws': 'Tên thẻ không được bắt đầu bằng aws:',
  'issue.tag-key-twice': 'Tên thẻ này đã có',
  'issue.tag-value-too-long': 'Tối đa {limit, number} ký tự',
  'issue.tag-characters': 'Chỉ dùng chữ cái, chữ số, dấu cách và _ . : / = + - @',
  'issue.tags-too-many': 'Tối đa {limit, number} thẻ',
  'issue.object-tags-too-many': 'Tối đa {limit, number} thẻ',
}
