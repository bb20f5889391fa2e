import type { bucketCors as en } from '../en/bucket-cors.ts'
import type { Catalogue } from '../language.ts'

export const bucketCors: Catalogue<typeof en> = {
  'issue.cors-origin': 'Địa chỉ không kèm đường dẫn: https://example.com, https://*.example.com hoặc *',
  'issue.cors-one-wildcard': 'Mỗi mục có nhiều nhất một dấu *',
  'issue.cors-header': 'Tên header chỉ gồm chữ cái, chữ số và dấu gạch nối',
  'issue.cors-exposed-wildcard': 'Hãy ghi tên từng header: ở đây không dùng được *',
  'issue.cors-id-taken': 'Đây là tên của quy tắc riêng của Kho',
  'issue.cors-age': 'Số giây nguyên, nhiều nhất 2.147.483.647',
  'issue.cors-too-long': 'Nhiều nhất 255 ký tự',
  'issue.cors-list-too-long': 'Nhiều nhất 100 mục',
  'issue.cors-too-many': 'Nhiều nhất 99 quy tắc',
  'issue.cors-too-large': 'Tất cả quy tắc cộng lại quá lớn: nhiều nhất 60 KB',
}
