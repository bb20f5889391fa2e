import type { Catalogue } from '../catalogue.ts'
import type { auth as en } from '../en/auth.ts'

export const auth: Catalogue<typeof en> = {
  'auth.signIn': 'Đăng nhập',
  'auth.signInTitle': 'Đăng nhập vào Kho',
  'auth.signInLead': 'Mọi tệp của bạn, trong một kho an toàn.',
  'auth.email': 'Email',
  'auth.password': 'Mật khẩu',
  'auth.showPassword': 'Hiện mật khẩu',
  'auth.hidePassword': 'Ẩn mật khẩu',
  'auth.changeFirstTitle': 'Đặt mật khẩu mới',
  'auth.changeFirstLead':
    'Đây là lần đăng nhập đầu tiên. Hãy thay mật khẩu được cấp bằng mật khẩu chỉ mình bạn biết.',
  'auth.currentPassword': 'Mật khẩu hiện tại',
  'auth.newPassword': 'Mật khẩu mới',
  'auth.confirmPassword': 'Nhập lại mật khẩu mới',
  'auth.changePassword': 'Đổi mật khẩu',
  'auth.passwordChanged': 'Đổi mật khẩu thành công!',
  'auth.rule.length': 'Ít nhất 8 ký tự',
  'auth.rule.upper': 'Một chữ hoa',
  'auth.rule.lower': 'Một chữ thường',
  'auth.rule.digit': 'Một chữ số',
  'auth.rule.special': 'Một ký tự đặc biệt',
  'auth.rulesLabel': 'Yêu cầu đối với mật khẩu',
  'auth.ruleMet': '{rule}: đã đạt',
  'auth.ruleMissing': '{rule}: chưa đạt',
  'auth.otherAccount': 'Đăng xuất và dùng tài khoản khác',
  'auth.pinSetUpTitle': 'Thiết lập mã PIN',
  'auth.pinSetUpLead':
    'Mã PIN bảo vệ những thao tác không thể hoàn tác. Bạn sẽ được hỏi mã này trước khi xóa bucket.',
  'auth.pin': 'Mã PIN',
  'auth.confirmPin': 'Nhập lại mã PIN',
  'auth.pinHelp': 'Ít nhất 4 ký tự, dùng chữ hay số đều được.',
  'auth.setPin': 'Thiết lập mã PIN',
  'auth.pinSet': 'Thiết lập mã PIN thành công',
  'auth.expiredTitle': 'Vui lòng đăng nhập lại',
  'auth.expiredLead':
    'Phiên làm việc đã kết thúc. Không có gì bị mất: các lượt tải lên và biểu mẫu sẽ tiếp tục từ chỗ đang dở.',
  'auth.signedInAs': 'Đang đăng nhập bằng {email}',
}
