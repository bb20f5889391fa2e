import type { messages as en } from '../en/sso.ts'
import type { Catalogue } from '../language.ts'

export const messages: Catalogue<typeof en> = {
  'error.SSO_TIMED_OUT':
    'Lần đăng nhập này đã quá mười phút, được bắt đầu ở trình duyệt khác hoặc đã được dùng. Vui lòng bắt đầu lại.',
  'error.SSO_CANCELLED':
    'Tổ chức của bạn không cho đăng nhập. Hãy bắt đầu lại hoặc hỏi quản trị viên của tổ chức.',
  'error.SSO_INVALID': 'Phản hồi đăng nhập của tổ chức không thuộc lần đăng nhập này. Vui lòng bắt đầu lại.',
  'error.SSO_UNAVAILABLE': 'Hệ thống đăng nhập của tổ chức không phản hồi. Vui lòng thử lại sau ít phút.',
  'error.SSO_NO_RULE':
    'Chưa có quy tắc nào cho phép bạn vào đây. Hãy đề nghị quản trị viên dịch vụ cấp quyền và cho biết mã yêu cầu.',
  'error.SSO_CLAIMS_MISSING':
    'Tổ chức của bạn không gửi thông tin mà các quy tắc cần, chẳng hạn các nhóm của bạn. Hãy hỏi quản trị viên của tổ chức và cho biết mã yêu cầu.',
  'error.SSO_EMAIL_UNVERIFIED':
    'Tổ chức của bạn không gửi địa chỉ email đã xác minh. Hãy xác minh địa chỉ tại đó rồi bắt đầu lại.',
  'error.SSO_OTHER_USER':
    'Các quy tắc cấp cho bạn tài khoản hoặc vai trò khác với người dùng có địa chỉ của bạn ở đây. Hãy liên hệ quản trị viên dịch vụ và cho biết mã yêu cầu.',
  'error.SSO_SUBJECT_CHANGED':
    'Người dùng có địa chỉ của bạn đang đăng nhập bằng một người khác của tổ chức. Hãy liên hệ quản trị viên dịch vụ và cho biết mã yêu cầu.',
  'error.SSO_RIGHTS_FAILED':
    'Không cấp được các quyền theo quy tắc của bạn. Hãy liên hệ quản trị viên dịch vụ và cho biết mã yêu cầu.',
  'error.SSO_REQUIRED':
    'Tài khoản của bạn bắt buộc đăng nhập qua tổ chức, bằng nút ở trang đăng nhập. Nếu không thấy nút đó, hãy hỏi quản trị viên dịch vụ.',
  'error.SSO_NOT_FRESH':
    'Tổ chức của bạn không yêu cầu đăng nhập lại, hoặc không cho biết bạn đăng nhập lúc nào. Hãy bắt đầu lại; nếu vẫn vậy, hãy liên hệ quản trị viên dịch vụ và cho biết mã yêu cầu.',
  'error.SSO_OTHER_PERSON':
    'Ở tổ chức, bạn đã đăng nhập bằng một người khác với người đang đăng nhập tại đây. Hãy bắt đầu lại và đăng nhập ở đó bằng chính bạn.',
  'sso.with': 'Đăng nhập bằng {name}',
  'sso.or': 'hoặc',
  'sso.away':
    'Bạn được đưa đến trang đăng nhập của tổ chức rồi trở lại trang này. Khi đó các tệp có thể tải lên tiếp; những gì bạn đang nhập ở đây sẽ mất.',
  'sso.linkTitle': 'Liên kết tài khoản',
  'sso.linkLead':
    '{email} đã có tài khoản dùng mật khẩu ở đây. Hãy nhập mật khẩu một lần: từ đó bạn đăng nhập bằng {name}.',
  'sso.link': 'Liên kết và đăng nhập',
  'sso.codeLead': 'Nhập mã mà ứng dụng xác thực hiển thị, hoặc một mã khôi phục của bạn.',
  'sso.code': 'Mã xác thực',
  'sso.refusedTitle': 'Chưa đăng nhập được',
  'sso.again': 'Đăng nhập lại bằng {name}',
  'sso.confirmLead':
    'Bạn xác nhận bằng cách đăng nhập lại tại tổ chức. Sau đó bạn không bị hỏi lại trong vài phút.',
  'sso.confirmAway':
    'Bạn được đưa đến trang đăng nhập của tổ chức rồi trở lại trang này, tại đây bạn chọn lại thao tác đó. Khi đó các tệp có thể tải lên tiếp; những gì bạn đang nhập ở đây sẽ mất.',
  'sso.signedInAgain': 'Bạn đã đăng nhập lại: như vậy là đã xác nhận.',
  'sso.confirmed.toast': 'Đã xác nhận. Hãy chọn lại thao tác đang làm dở.',
  'sso.notConfirmedTitle': 'Chưa xác nhận được',
}
