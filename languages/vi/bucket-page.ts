import type { bucketPage as en } from '../en/bucket-page.ts'
import type { Catalogue } from '../language.ts'

export const bucketPage: Catalogue<typeof en> = {
  'bucket.notFound': 'Không có bucket này',
  'bucket.notFoundLead': 'Bucket có thể đã bị xóa hoặc có tên khác.',
  'bucket.toBuckets': 'Tất cả bucket',
  'bucket.save': 'Lưu',
  'bucket.discard': 'Bỏ thay đổi',
  'bucket.saved': 'Cập nhật thành công!',
  'bucket.stale': 'Đã lưu, nhưng chưa đọc lại được.',
  'bucket.failed': 'Không tải được phần này',
  'error.SETTING_CHANGED': 'Người khác vừa thay đổi cài đặt này.',
}
