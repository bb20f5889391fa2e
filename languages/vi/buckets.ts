import type { buckets as en } from '../en/buckets.ts'
import type { Catalogue } from '../language.ts'

export const buckets: Catalogue<typeof en> = {
  'buckets.title': 'Bucket',
  'buckets.count': '{count, plural, other {# bucket}}',
  'buckets.name': 'Tên',
  'buckets.size': 'Dung lượng',
  'buckets.objects': 'Số tệp',
  'buckets.created': 'Ngày tạo',
  'buckets.objectCount': '{count, plural, other {# tệp}}',
  'buckets.search': 'Lọc theo tên',
  'buckets.new': 'Tạo bucket',
  'buckets.newTitle': 'Tạo bucket mới',
  'buckets.newLead':
    'Bucket là nơi chứa tệp và thư mục. Tên bucket là một phần địa chỉ của chúng và không thể đổi về sau.',
  'buckets.nameLabel': 'Tên bucket',
  'buckets.nameHint': 'ví dụ: anh-gia-dinh',
  'buckets.rulesLabel': 'Yêu cầu đối với tên',
  'buckets.created.toast': 'Tạo thành công!',
  'buckets.deleted.toast': 'Xóa thành công!',
  'buckets.deleteTitle': 'Xóa {name}?',
  'buckets.deleteLead':
    'Bucket và địa chỉ của nó sẽ mất hẳn. Các liên kết tới bucket sẽ ngừng hoạt động, và người khác có thể dùng tên này.',
  'buckets.format': 'Xóa sạch dữ liệu',
  'buckets.openIt': 'Mở bucket',
  'buckets.deleteConfirm': 'Tôi hiểu rằng không thể khôi phục “{name}”',
  'buckets.deleteDo': 'Xóa bucket',
  'buckets.empty.title': 'Tạo bucket đầu tiên',
  'buckets.empty.lead': 'Bucket là nơi lưu tệp. Hãy tạo một bucket rồi thả tệp và thư mục vào đó.',
  'buckets.empty.readOnlyTitle': 'Chưa có bucket nào',
  'buckets.empty.readOnly': 'Khi chủ tài khoản tạo bucket, bạn sẽ thấy bucket đó ở đây.',
  'buckets.none.title': 'Không có bucket nào có “{filter}” trong tên',
  'buckets.none.lead': 'Bộ lọc tìm ở mọi vị trí trong tên.',
  'buckets.failed': 'Không tải được danh sách bucket',
  'buckets.notTold': 'Hệ thống lưu trữ không cung cấp thông tin này',
  'buckets.onlyFolders': 'Bạn chỉ truy cập được một số thư mục của bucket này',
  'buckets.mayNotRead': 'Quyền của bạn không bao gồm thông tin này',
}
