import type { SharePageTexts } from '../en/share-page.ts'

export const sharePage: SharePageTexts = {
  shared: 'Tệp được chia sẻ với bạn',
  download: 'Tải xuống',
  until: 'Có hiệu lực đến {until}',
  lookOnly: 'Bạn có thể xem tệp tại đây. Người gửi không cho phép tải xuống.',
  note: 'Lời nhắn',
  textStart: 'Đây là phần đầu của văn bản.',
  openText: 'Mở toàn bộ văn bản',
  passwordTitle: 'Tệp này được bảo vệ',
  passwordLead: 'Nhập mật khẩu bạn nhận được cùng với liên kết này.',
  password: 'Mật khẩu',
  enter: 'Tiếp tục',
  wrong: 'Mật khẩu không đúng. Hãy kiểm tra rồi thử lại.',
  wait: 'Đã nhập sai mật khẩu quá nhiều lần. Hãy thử lại sau {minutes} phút.',
  goneTitle: 'Liên kết này không dùng được',
  gone: 'Liên kết có thể đã hết hạn hoặc bị ngừng chia sẻ. Hãy xin người gửi một liên kết mới.',
  busyTitle: 'Hiện có quá nhiều người truy cập',
  busy: 'Vui lòng tải lại trang sau giây lát.',
  downTitle: 'Hiện chưa thể mở tệp',
  down: 'Đây không phải lỗi của bạn. Vui lòng thử lại sau ít phút.',
}
