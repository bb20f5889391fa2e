import type { Catalogue } from '../catalogue.ts'
import type { audit as en } from '../en/audit.ts'

export const audit: Catalogue<typeof en> = {
  'audit.title': 'Nhật ký hoạt động',
}
