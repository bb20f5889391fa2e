import type { StaticTexts } from '../language.ts'
import { api } from './api-reference.ts'

export const texts: StaticTexts = {
  description: 'Quản lý bucket, người dùng, tài nguyên và khóa truy cập',
  notLoaded: 'Không tải được trang này. Hãy kiểm tra kết nối mạng.',
  retry: 'Thử lại',
  noScript: '{brand} cần JavaScript.',
  guide: { console: 'Mở {brand}', contents: 'Mục lục', languages: 'Ngôn ngữ' },
  api,
}
