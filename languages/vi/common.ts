import type { common as en } from '../en/common.ts'
import type { Catalogue } from '../language.ts'

export const common: Catalogue<typeof en> = {
  'common.hiddenCharacter': 'Ký tự ẩn {code}',
  'common.spaceAtEnd': 'Dấu cách ở đầu hoặc cuối',
  'common.cancel': 'Hủy',
  'common.close': 'Đóng',
  'common.back': 'Quay lại',
  'common.retry': 'Thử lại',
  'common.refresh': 'Làm mới',
  'common.reload': 'Tải lại',
  'common.later': 'Để sau',
  'common.create': 'Tạo',
  'common.delete': 'Xóa',
  'common.open': 'Mở',
  'common.loading': 'Đang tải…',
  'common.more': 'Thao tác khác',
  'common.actionsFor': 'Thao tác với {name}',
  'common.clear': 'Xóa nội dung',
  'common.requestId': 'Mã yêu cầu {id}',
  'app.language': 'Ngôn ngữ',
  'app.toDark': 'Chuyển sang giao diện tối',
  'app.toLight': 'Chuyển sang giao diện sáng',
  'app.clientError.title': 'Đã xảy ra lỗi trên trình duyệt',
  'app.clientError.lead': 'Một phần của trang đã ngừng hoạt động. Các tệp của bạn không bị ảnh hưởng.',
  'app.clientError.advice':
    'Nếu lỗi lặp lại, hãy kiểm tra tiện ích mở rộng của trình duyệt: những tiện ích can thiệp vào trang, như tiện ích dịch, thường là nguyên nhân.',
  'app.clientError.details': 'Chi tiết kỹ thuật',
  'app.update.title': 'Đã có phiên bản mới của ứng dụng, tải lại để cập nhật?',
  'app.update.uploads':
    'Các tệp đang tải lên sẽ tải tiếp sau khi tải lại trang. Với một số tệp, trình duyệt có thể yêu cầu bạn chọn lại.',
  'app.userFailed': 'Không tải được tài khoản của bạn',
  'app.notLoaded': 'Không tải được trang này',
  'app.toasts': 'Thông báo',
  'app.dismiss': 'Đóng thông báo',
}
