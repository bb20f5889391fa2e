import type { Catalogue } from '../language.ts'

export const messages: Catalogue<typeof import('../en/object.ts')['messages']> = {
  'object.panel': 'Chi tiết của {name}',
  'object.tabs': 'Các phần của bảng',
  'object.previous': 'Mục trước',
  'object.next': 'Mục sau',
  'object.tab.details': 'Chi tiết',
  'object.stored': 'Tệp đã lưu',
  'object.bytes': '{size} ({count, plural, other {# byte}})',
  'object.encryption': 'Mã hóa',
  'object.version': 'Mã phiên bản',
  'object.ofParts': '{value} (của các phần)',
  'object.headers': 'Header',
  'object.metadata': 'Siêu dữ liệu',
  'object.tags': 'Thẻ',
  'object.none': 'Không có',
  'object.addresses': 'Dành cho chương trình',
  'object.path': 'Đường dẫn',
  'object.uri': 'S3 URI',
  'object.aws': 'AWS CLI',
}
