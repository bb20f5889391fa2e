import type { messages as en } from '../en/password-reset.ts'
import type { Catalogue } from '../language.ts'

export const messages: Catalogue<typeof en> = {
  'auth.forgotLead':
    'Nhập email bạn dùng để đăng nhập. Chúng tôi sẽ gửi đến đó một liên kết để đặt mật khẩu mới.',
  'auth.sendLink': 'Gửi liên kết',
  'auth.sentTitle': 'Đã gửi email, vui lòng kiểm tra hộp thư',
  'auth.sentLead': 'Nếu có tài khoản dùng email {email}, chúng tôi đã gửi liên kết đến địa chỉ này.',
  'auth.sentInbox': 'Email sẽ đến trong vài phút. Hãy kiểm tra cả thư mục thư rác.',
  'auth.sentOnce':
    'Liên kết có hiệu lực trong một giờ và chỉ dùng được một lần. Chỉ liên kết mới nhất còn hiệu lực.',
  'auth.sendAgain': 'Gửi lại',
  'auth.sendAgainLater': 'Bạn có thể yêu cầu gửi lại sau {seconds} giây.',
  'auth.otherAddress': 'Dùng email khác',
  'auth.resetTitle': 'Đặt mật khẩu mới',
  'auth.resetLead': 'Bạn sẽ bị đăng xuất khỏi mọi thiết bị. Hãy đăng nhập lại bằng mật khẩu mới.',
  'auth.invitedTitle': 'Chào mừng bạn đến với {brand}',
  'auth.invitedLead':
    'Hãy đặt mật khẩu của bạn, rồi đăng nhập bằng mật khẩu đó và địa chỉ email đã nhận lời mời.',
  'auth.invitationInvalidLead':
    'Lời mời có hiệu lực trong bảy ngày, chỉ dùng được một lần, và chỉ lời mời mới nhất còn hiệu lực. Hãy nhờ gửi lại lời mời, hoặc yêu cầu gửi liên kết đến địa chỉ email được mời.',
  'auth.setPassword': 'Đặt mật khẩu',
  'auth.linkInvalidLead':
    'Mỗi liên kết có hiệu lực trong một giờ, chỉ dùng được một lần, và chỉ liên kết mới nhất có hiệu lực.',
  'auth.requestAgain': 'Yêu cầu liên kết mới',
}
