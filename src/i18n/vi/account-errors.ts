import type { Catalogue } from '../catalogue.ts'
import type { accountErrors as en } from '../en/account-errors.ts'

export const accountErrors: Catalogue<typeof en> = {
  'error.TWO_STEP_REQUIRED': 'Vui lòng bật xác thực hai bước trước.',
  'error.TWO_STEP_EXISTS': 'Xác thực hai bước đã được bật.',
  'error.TWO_STEP_NOT_BEGUN': 'Việc thiết lập đã quá thời gian. Vui lòng làm lại từ đầu.',
  'error.PASSWORD_INCORRECT': 'Mật khẩu không đúng!',
  'error.PIN_REUSED': 'Vui lòng không dùng lại mã PIN cũ.',
  'error.RESET_LINK_INVALID': 'Liên kết đã hết hạn hoặc đã được sử dụng. Hãy yêu cầu liên kết mới.',
  'error.MAIL_CODE_INVALID': 'Mã không đúng. Vui lòng kiểm tra email của bạn.',
  'error.MAIL_CODE_EXPIRED': 'Mã đã hết hạn hoặc đã được sử dụng. Hãy yêu cầu mã mới.',
  'error.OTP_LIMIT': 'Vượt quá số lần cho phép. Vui lòng chờ trước khi yêu cầu gửi lại.',
  'error.MAIL_FAILED': 'Không gửi được email. Vui lòng thử lại sau ít phút.',
  'error.CONFIRMATION_REQUIRED': 'Vui lòng xác nhận danh tính của bạn.',
  'error.EMAIL_TAKEN': 'Email đã được sử dụng!',
  'error.USER_TAKEN': 'Người dùng này đã là thành viên!',
  'error.USER_NOT_FOUND': 'Người dùng không tồn tại!',
  'error.OWN_ACCOUNT': 'Không thể tạm khóa hoặc đặt hạn cho tài khoản của chính bạn.',
  'error.NAME_TAKEN': 'Tên này đã được dùng. Vui lòng chọn tên khác.',
  'error.LIMIT_REACHED': 'Đã đạt số lượng tối đa. Hãy xóa bớt trước khi tạo thêm.',
  'error.NOT_SUPPORTED': 'Hệ thống lưu trữ hiện tại không hỗ trợ chức năng này.',
  'issue.pin-reused': 'Vui lòng không dùng lại mã PIN cũ.',
  'issue.label-too-long': 'Tối đa 100 ký tự',
  'issue.label-characters': 'Chỉ gồm một dòng văn bản',
  'issue.phone-invalid': 'Số điện thoại không hợp lệ',
  'issue.sub-user-email': 'Phải là một email hợp lệ',
  'issue.date-invalid': 'Ngày không hợp lệ',
}
