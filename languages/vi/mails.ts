import type { Mails } from '../language.ts'

export const mails: Mails = {
  resetPassword: {
    subject: 'Đặt lại mật khẩu Kho',
    hello: 'Xin chào,',
    why: 'Chúng tôi nhận được yêu cầu đặt lại mật khẩu Kho cho địa chỉ email này. Hãy mở liên kết sau để đặt mật khẩu mới:',
    button: 'Đặt lại mật khẩu',
    life: 'Liên kết có hiệu lực trong 1 giờ và chỉ dùng được một lần. Nếu bạn đã yêu cầu nhiều lần, chỉ liên kết mới nhất còn hiệu lực.',
    notYou: 'Nếu bạn không yêu cầu, hãy bỏ qua email này: mật khẩu của bạn vẫn giữ nguyên.',
  },
  resetPin: {
    subject: 'Mã đặt lại mã PIN Kho',
    hello: 'Xin chào,',
    why: 'Mã để đặt lại mã PIN Kho của bạn là:',
    life: 'Mã có hiệu lực trong 10 phút và chỉ dùng được một lần. Nếu bạn đã yêu cầu nhiều lần, chỉ mã mới nhất còn hiệu lực.',
    notYou:
      'Không chia sẻ mã này với bất kỳ ai. Nếu bạn không yêu cầu mã, có người khác đang đăng nhập vào tài khoản của bạn: hãy đổi mật khẩu ngay.',
  },
  wrongPins: {
    subject: 'Mã PIN Kho của bạn bị nhập sai nhiều lần',
    hello: 'Xin chào,',
    why: 'Mã PIN Kho của bạn đã bị nhập sai 10 lần liên tiếp. Mã PIN tạm khóa trong:',
    wait: '15 phút',
    life: 'Nếu còn bị nhập sai, thời gian chờ sẽ dài hơn, sau đó bạn chỉ có thể đặt mã PIN mới bằng mã gửi qua email.',
    notYou:
      'Nếu không phải bạn nhập, có người khác đang đăng nhập vào tài khoản của bạn: hãy đổi mật khẩu và kết thúc các phiên đăng nhập khác ngay.',
  },
  signInReset: {
    subject: 'Thông tin đăng nhập Kho của bạn đã được đặt lại',
    hello: 'Xin chào,',
    why: {
      server: 'Quản trị viên máy chủ đã đặt lại các mục sau cho tài khoản Kho của bạn:',
      admin: 'Quản trị viên dịch vụ đã đặt lại các mục sau cho tài khoản Kho của bạn:',
      owner: 'Chủ tài khoản Kho của bạn đã đặt lại các mục sau cho bạn:',
    },
    parts: { password: 'Mật khẩu', pin: 'Mã PIN', 'two-step': 'Xác thực hai bước' },
    life: 'Bạn đã được đăng xuất khỏi mọi thiết bị. Hãy thiết lập lại các mục này trong lần đăng nhập tới.',
    notYou: 'Nếu bạn không yêu cầu, hãy liên hệ với người này ngay.',
  },
}
