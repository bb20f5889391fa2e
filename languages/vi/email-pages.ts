import type { messages as en } from '../en/email-pages.ts'
import type { Catalogue } from '../language.ts'

export const messages: Catalogue<typeof en> = {
  'email.confirmTitle': 'Xác nhận email mới',
  'email.confirmLead': 'Sau khi xác nhận, bạn đăng nhập bằng {newEmail} thay cho {email}.',
  'email.password': 'Mật khẩu {brand} của bạn',
  'email.confirm': 'Xác nhận',
  'email.changedTitle': 'Email của bạn đã được đổi',
  'email.changedLead': 'Từ bây giờ bạn đăng nhập bằng {newEmail}.',
  'email.changedUndo': 'Chúng tôi đã báo cho {email}; từ đó có thể hoàn tác thay đổi trong 7 ngày.',
  'email.continue': 'Tiếp tục vào {brand}',
  'email.undoTitle': 'Hoàn tác việc đổi email',
  'email.undoLead': 'Bạn lại đăng nhập bằng {newEmail} thay cho {email}, với mật khẩu mới. Khi đó:',
  'email.undoSessions': 'Mọi người đều bị đăng xuất, trên mọi thiết bị.',
  'email.undoPin': 'Mã PIN bị xóa. Bạn chọn mã PIN mới trong lần đăng nhập tới.',
  'email.undoKeys':
    'Người dùng phụ, khóa truy cập S3 và API client được tạo sau khi đổi email không dùng được nữa, chủ đề không gửi sự kiện nữa.',
  'email.undo': 'Hoàn tác thay đổi',
  'email.undoneTitle': 'Đã hoàn tác thay đổi',
  'email.undoneLead': 'Bạn đăng nhập bằng {newEmail} và mật khẩu mới.',
  'email.undoneEnded': 'Được tạo sau khi đổi email, nay không còn dùng được:',
  'email.undoneSubUser': 'Người dùng phụ {email}',
  'email.undoneKey': 'Khóa truy cập S3 {name} của {user}',
  'email.undoneClient': 'API client {name} của {user}',
  'email.undoneTopic': 'Chủ đề {name}',
  'email.undoneCheck':
    'Hãy kiểm tra cả những gì có từ trước khi đổi: người dùng phụ, khóa truy cập, API client, quyền của bucket và nơi nhận sự kiện.',
  'email.undoneContinue': 'Đến trang đăng nhập',
  'email.confirmInvalid':
    'Mỗi liên kết có hiệu lực trong một giờ, chỉ dùng được một lần và chỉ liên kết mới nhất còn hiệu lực. Bạn có thể yêu cầu liên kết khác trong trang Hồ sơ.',
  'email.undoInvalid':
    'Mỗi liên kết có hiệu lực trong 7 ngày và chỉ dùng được một lần. Nếu bạn không đăng nhập được nữa, hãy hỏi chủ tài khoản của bạn hoặc nhà cung cấp.',
  'email.addressTitle': 'Xác nhận địa chỉ email',
  'email.addressLead': 'Tài khoản {account} muốn gửi thông báo đến {email}.',
  'email.addressDoneTitle': 'Đã xác nhận địa chỉ email',
  'email.addressDone':
    'Từ bây giờ {email} nhận thông báo của tài khoản {account}. Mỗi email đều có liên kết để hủy nhận.',
  'email.addressInvalid':
    'Mỗi liên kết có hiệu lực trong 7 ngày, chỉ dùng được một lần và chỉ liên kết mới nhất còn hiệu lực. Nếu đã xác nhận, bạn không cần làm gì thêm. Nếu chưa, hãy nhờ chủ tài khoản gửi liên kết khác.',
  'email.unsubscribeTitle': 'Hủy nhận thông báo',
  'email.unsubscribeLead': 'Tài khoản {account} sẽ không gửi thông báo đến {email} nữa.',
  'email.unsubscribe': 'Hủy nhận',
  'email.unsubscribedTitle': 'Bạn đã hủy nhận thông báo',
  'email.unsubscribedLead':
    'Tài khoản {account} không gửi thông báo đến {email} nữa, trừ khi bạn xác nhận lại địa chỉ này.',
  'email.unsubscribeInvalid':
    'Liên kết không đầy đủ, hoặc địa chỉ này không còn trong nhóm nhận thông báo nào của tài khoản.',
  'email.checkFailed': 'Không kiểm tra được liên kết',
}
