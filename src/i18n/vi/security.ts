import type { Catalogue } from '../catalogue.ts'
import type { security as en } from '../en/security.ts'

export const security: Catalogue<typeof en> = {
  'security.title': 'Bảo mật',
  'security.sections': 'Cài đặt bảo mật',
  'security.tab.signIn': 'Đăng nhập',
  'security.tab.keys': 'Khóa S3',
  'security.tab.api': 'Ứng dụng API',
  'security.tab.sessions': 'Phiên đăng nhập',
  'security.keysLink': 'Key S3',
}
