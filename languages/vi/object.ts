import type { Catalogue } from '../language.ts'

export const messages: Catalogue<typeof import('../en/object.ts')['messages']> = {
  'object.panel': 'Chi tiết của {name}',
  'object.tabs': 'Các phần của bảng',
  'object.previous': 'Mục trước',
  'object.next': 'Mục sau',
  'object.tab.details': 'Chi tiết',
}
