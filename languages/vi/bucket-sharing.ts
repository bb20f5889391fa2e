import type { bucketSharing as en } from '../en/bucket-sharing.ts'
import type { Catalogue } from '../language.ts'

export const bucketSharing: Catalogue<typeof en> = {
  'error.BUCKET_SETUP_FAILED': 'Chưa tạo được bucket: hệ thống lưu trữ từ chối thiết lập này.',
  'error.PUBLIC_ACCESS_BLOCKED': 'Bucket này đang chặn truy cập công khai.',
}
