import type { bucketVersions as en } from '../en/bucket-versions.ts'
import type { Catalogue } from '../language.ts'

export const bucketVersions: Catalogue<typeof en> = {
  'error.LOCK_KEEPS_VERSIONS': 'Không thể tạm dừng phiên bản khi khóa tệp đang bật.',
  'versions.title': 'Phiên bản',
  'versions.state.off': 'Tắt',
  'versions.state.enabled': 'Đang bật',
  'versions.state.suspended': 'Tạm dừng',
  'versions.lead':
    'Khi bật phiên bản, tệp bị ghi đè hoặc bị xóa sẽ không mất: nội dung trước đó được giữ lại làm phiên bản cũ và có thể khôi phục.',
  'versions.cost': 'Phiên bản cũ vẫn chiếm dung lượng cho đến khi bạn hoặc một quy tắc vòng đời xóa chúng.',
  'versions.toLifecycle': 'Quy tắc vòng đời',
  'versions.forGood': 'Sau khi bật, chỉ có thể tạm dừng chứ không thể tắt phiên bản.',
  'versions.paused': 'Không giữ thêm phiên bản mới. Các phiên bản trước đây vẫn còn.',
  'versions.locked': 'Phiên bản luôn bật vì khóa tệp đang bật.',
  'versions.turnOn': 'Bật phiên bản',
  'versions.suspend': 'Tạm dừng phiên bản',
  'versions.suspendTitle': 'Tạm dừng phiên bản?',
  'versions.suspendLead':
    'Từ bây giờ, tệp mới khi bị ghi đè hoặc xóa sẽ không còn phiên bản cũ. Các phiên bản đã lưu vẫn còn và vẫn chiếm dung lượng.',
}
