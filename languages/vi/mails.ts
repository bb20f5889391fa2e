import type { Mails } from '../en/mails.ts'

export const mails: Mails = {
  help: 'Cần hỗ trợ? Liên hệ:',
  account: 'Tài khoản:',
  open: 'Mở {brand}:',
  unsubscribe: 'Hủy nhận:',
  resetPassword: {
    subject: 'Đặt lại mật khẩu {brand}',
    hello: 'Xin chào,',
    why: 'Chúng tôi nhận được yêu cầu đặt lại mật khẩu {brand} cho địa chỉ email này. Hãy mở liên kết sau để đặt mật khẩu mới:',
    button: 'Đặt lại mật khẩu',
    life: 'Liên kết có hiệu lực trong 1 giờ và chỉ dùng được một lần. Nếu bạn đã yêu cầu nhiều lần, chỉ liên kết mới nhất còn hiệu lực.',
    notYou: 'Nếu bạn không yêu cầu, hãy bỏ qua email này: mật khẩu của bạn vẫn giữ nguyên.',
  },
  resetPin: {
    subject: 'Mã đặt lại mã PIN {brand}',
    hello: 'Xin chào,',
    why: 'Mã để đặt lại mã PIN {brand} của bạn là:',
    life: 'Mã có hiệu lực trong 10 phút và chỉ dùng được một lần. Nếu bạn đã yêu cầu nhiều lần, chỉ mã mới nhất còn hiệu lực.',
    notYou:
      'Không chia sẻ mã này với bất kỳ ai. Nếu bạn không yêu cầu mã, có người khác đang đăng nhập vào tài khoản của bạn: hãy đổi mật khẩu ngay.',
  },
  wrongPins: {
    subject: 'Mã PIN {brand} của bạn bị nhập sai nhiều lần',
    hello: 'Xin chào,',
    why: 'Mã PIN {brand} của bạn đã bị nhập sai 10 lần liên tiếp. Mã PIN tạm thời không dùng được trong:',
    wait: '15 phút',
    life: 'Nếu còn bị nhập sai, thời gian chờ sẽ dài hơn, sau đó bạn chỉ có thể đặt mã PIN mới bằng mã gửi qua email.',
    notYou:
      'Nếu không phải bạn nhập, có người khác đang đăng nhập vào tài khoản của bạn: hãy đổi mật khẩu và kết thúc các phiên đăng nhập khác ngay.',
  },
  signInReset: {
    subject: 'Thông tin đăng nhập {brand} của bạn đã được đặt lại',
    hello: 'Xin chào,',
    why: {
      server: 'Quản trị viên máy chủ đã đặt lại các mục sau cho tài khoản {brand} của bạn:',
      admin: 'Quản trị viên dịch vụ đã đặt lại các mục sau cho tài khoản {brand} của bạn:',
      owner: 'Chủ tài khoản {brand} của bạn đã đặt lại các mục sau cho bạn:',
    },
    parts: { password: 'Mật khẩu', pin: 'Mã PIN', 'two-step': 'Xác thực hai bước và passkey' },
    life: 'Bạn đã bị đăng xuất khỏi mọi thiết bị. Hãy thiết lập lại các mục này trong lần đăng nhập tới.',
    notYou: 'Nếu bạn không yêu cầu, hãy liên hệ với người này ngay.',
  },
  confirmEmail: {
    subject: 'Xác nhận địa chỉ email {brand} mới',
    hello: 'Xin chào,',
    why: 'Một người dùng {brand} muốn đăng nhập bằng địa chỉ email này từ nay về sau. Hãy mở liên kết sau và nhập mật khẩu {brand} của bạn để xác nhận:',
    button: 'Xác nhận email',
    life: 'Liên kết có hiệu lực trong 1 giờ và chỉ dùng được một lần. Nếu bạn đã yêu cầu nhiều lần, chỉ liên kết mới nhất còn hiệu lực. Chưa có gì thay đổi cho đến khi bạn xác nhận.',
    notYou:
      'Nếu bạn không yêu cầu, hãy bỏ qua email này. Không có mật khẩu của người dùng đó thì liên kết không có tác dụng.',
  },
  emailInUse: {
    subject: 'Địa chỉ email này đã được dùng trong {brand}',
    hello: 'Xin chào,',
    why: 'Một người dùng {brand} muốn đăng nhập bằng địa chỉ email này, nhưng một tài khoản {brand} khác đã dùng địa chỉ này.',
    nothing: 'Không có gì thay đổi.',
    life: 'Nếu đó là bạn: hãy đăng nhập bằng địa chỉ này, hoặc chọn địa chỉ khác cho tài khoản bạn đang đổi.',
    notYou: 'Nếu không phải bạn, hãy bỏ qua email này.',
  },
  emailChanged: {
    subject: 'Địa chỉ email {brand} của bạn đã được đổi',
    hello: 'Xin chào,',
    why: 'Bạn không còn đăng nhập {brand} bằng địa chỉ email này nữa, mà bằng:',
    undo: 'Nếu không phải bạn đổi, hãy hoàn tác ngay. Khi đó bạn đặt mật khẩu và mã PIN mới, còn mọi người khác bị đăng xuất:',
    button: 'Hoàn tác thay đổi',
    life: 'Liên kết có hiệu lực trong 7 ngày và chỉ dùng được một lần.',
    notYou: 'Nếu chính bạn đã đổi, bạn không cần làm gì. Không chuyển tiếp email này cho ai.',
  },
  emailUndone: {
    subject: 'Việc đổi địa chỉ email {brand} đã được hoàn tác',
    hello: 'Xin chào,',
    why: 'Địa chỉ email này không còn thuộc tài khoản {brand} nào nữa. Việc đổi đã được hoàn tác bằng liên kết gửi đến:',
    life: 'Mật khẩu mới đã được đặt và mọi phiên đăng nhập của tài khoản đã kết thúc.',
    notYou: 'Nếu bạn thấy bất thường, hãy liên hệ với chủ tài khoản của bạn hoặc quản trị viên dịch vụ.',
  },
  accessEnded: {
    subject: 'Những gì được tạo sau khi email {brand} của bạn bị đổi đã bị vô hiệu hóa',
    hello: 'Xin chào,',
    why: 'Bạn đã hoàn tác việc đổi địa chỉ email. Những mục sau được tạo sau khi đổi email và không còn dùng được:',
    kinds: {
      subUser: 'Người dùng phụ, đã hết hạn',
      key: 'Khóa truy cập S3, đã tắt',
      client: 'API client, đã xóa',
      share: 'Chia sẻ, đã ngừng',
      topic: 'Chủ đề, đã tạm dừng',
    },
    life: 'Hãy kiểm tra cả những gì có từ trước: người dùng phụ, khóa truy cập, API client, quyền của bucket và nơi nhận sự kiện. Người đã đổi email của bạn có thể đã sửa chúng.',
    notYou: 'Nếu trong đó có mục do chính bạn tạo, bạn có thể bật lại hoặc tạo lại.',
  },
  ownerReplaced: {
    subject: 'Tài khoản {brand} của bạn đã có chủ mới',
    hello: 'Xin chào,',
    why: 'Quản trị viên dịch vụ đã chuyển tài khoản {brand} sau cho chủ khác:',
    life: 'Bạn không thể đăng nhập nữa. Các phiên đăng nhập, khóa truy cập S3 và API client của bạn đã kết thúc. Các tệp vẫn còn.',
    notYou: 'Nếu bạn thấy bất thường, hãy liên hệ với quản trị viên ngay.',
  },
  newOwner: {
    subject: 'Bạn là chủ của một tài khoản {brand}',
    hello: 'Xin chào,',
    why: 'Quản trị viên dịch vụ đã đặt bạn làm chủ tài khoản {brand} sau:',
    button: 'Đăng nhập',
    life: 'Hãy đăng nhập bằng địa chỉ email này và mật khẩu tạm thời mà quản trị viên đưa cho bạn, rồi đặt mật khẩu của riêng bạn.',
    notYou: 'Nếu bạn không biết việc này, hãy bỏ qua email này.',
  },
  invitation: {
    subject: 'Lời mời sử dụng {brand}',
    hello: 'Xin chào,',
    why: {
      owner: 'Quản trị viên dịch vụ đã đặt bạn làm chủ tài khoản {brand} sau:',
      subUser: 'Chủ tài khoản {brand} sau mời bạn cùng làm việc với các tệp của tài khoản:',
    },
    choose: 'Hãy mở liên kết sau để đặt mật khẩu. Bạn đăng nhập bằng mật khẩu đó và địa chỉ email này:',
    button: 'Đặt mật khẩu',
    life: 'Liên kết có hiệu lực trong 7 ngày và chỉ dùng được một lần. Nếu bạn nhận được nhiều lời mời, chỉ liên kết mới nhất còn hiệu lực.',
    notYou: 'Nếu bạn không biết việc này, hãy bỏ qua email này. Không chuyển tiếp email này cho ai.',
  },
  confirmAddress: {
    subject: 'Xác nhận cho phép {brand} gửi thông báo cho bạn',
    hello: 'Xin chào,',
    why: 'Chủ tài khoản {brand} sau muốn gửi thông báo về tệp và dung lượng lưu trữ đến địa chỉ email này:',
    choose: 'Bạn chỉ nhận thông báo nếu mở liên kết sau và xác nhận:',
    button: 'Xác nhận địa chỉ email',
    life: 'Liên kết có hiệu lực trong 7 ngày và chỉ dùng được một lần. Nếu bạn nhận được nhiều email như thế này, chỉ liên kết mới nhất còn hiệu lực.',
    notYou: 'Nếu bạn không muốn, hãy bỏ qua email này: bạn sẽ không nhận thông báo nào.',
  },
  alert: {
    hello: 'Xin chào,',
    quota: {
      80: {
        subject: 'Kho lưu trữ của bạn đã đầy 80%',
        why: 'Các tệp của tài khoản {brand} sau đã dùng ít nhất 80% hạn mức:',
        life: 'Khi đầy, bạn không thể tải thêm tệp lên. Hãy xóa bớt tệp và phiên bản cũ, hoặc đề nghị tăng hạn mức.',
      },
      95: {
        subject: 'Kho lưu trữ của bạn đã đầy 95%',
        why: 'Các tệp của tài khoản {brand} sau đã dùng ít nhất 95% hạn mức:',
        life: 'Khi đầy, bạn không thể tải thêm tệp lên. Hãy xóa bớt tệp và phiên bản cũ, hoặc đề nghị tăng hạn mức.',
      },
      100: {
        subject: 'Kho lưu trữ của bạn đã đầy',
        why: 'Các tệp của tài khoản {brand} sau đã dùng hết hạn mức:',
        life: 'Không thể tải thêm tệp lên. Vẫn có thể tải xuống và xóa tệp. Hãy xóa bớt tệp và phiên bản cũ, hoặc đề nghị tăng hạn mức.',
      },
    },
    expiry: {
      30: {
        subject: 'Tài khoản {brand} của bạn sẽ hết hạn trong vòng 30 ngày',
        why: 'Tài khoản {brand} sau sẽ hết hạn trong vòng 30 ngày:',
        life: 'Từ thời điểm đó không ai đăng nhập được vào tài khoản và các khóa truy cập S3 ngừng hoạt động. Hãy liên hệ quản trị viên dịch vụ để gia hạn.',
      },
      7: {
        subject: 'Tài khoản {brand} của bạn sẽ hết hạn trong vòng 7 ngày',
        why: 'Tài khoản {brand} sau sẽ hết hạn trong vòng 7 ngày:',
        life: 'Từ thời điểm đó không ai đăng nhập được vào tài khoản và các khóa truy cập S3 ngừng hoạt động. Hãy liên hệ quản trị viên dịch vụ để gia hạn.',
      },
      1: {
        subject: 'Tài khoản {brand} của bạn sẽ hết hạn trong vòng một ngày',
        why: 'Tài khoản {brand} sau sẽ hết hạn trong vòng một ngày:',
        life: 'Từ thời điểm đó không ai đăng nhập được vào tài khoản và các khóa truy cập S3 ngừng hoạt động. Hãy liên hệ quản trị viên dịch vụ để gia hạn ngay.',
      },
    },
    facts: { account: 'Tài khoản', used: 'Đã dùng', expires: 'Hết hạn' },
    notYou:
      'Bạn nhận được email này vì địa chỉ của bạn thuộc một nhóm nhận thông báo của tài khoản. Chủ tài khoản có thể đổi các nhóm trong mục Hồ sơ.',
  },
  security: {
    hello: 'Xin chào,',
    events: {
      password: {
        subject: 'Mật khẩu {brand} của bạn đã được đổi',
        why: 'Tài khoản {brand} của bạn vừa được đặt mật khẩu mới.',
      },
      pin: {
        subject: 'Mã PIN {brand} của bạn đã được đổi',
        why: 'Tài khoản {brand} của bạn vừa được đặt mã PIN mới.',
      },
      twoStepOn: {
        subject: 'Tài khoản {brand} của bạn đã bật xác thực hai bước',
        why: 'Xác thực hai bước vừa được bật cho tài khoản {brand} của bạn.',
      },
      twoStepOff: {
        subject: 'Tài khoản {brand} của bạn đã tắt xác thực hai bước',
        why: 'Xác thực hai bước vừa được tắt cho tài khoản {brand} của bạn. Từ nay chỉ cần mật khẩu là đăng nhập được.',
      },
      ssoLinked: {
        subject: 'Tài khoản {brand} của bạn đã được liên kết với đăng nhập của tổ chức',
        why: 'Một người trong hệ thống đăng nhập của tổ chức vừa được liên kết với tài khoản {brand} của bạn bằng mật khẩu. Từ nay đăng nhập qua tổ chức là vào được tài khoản.',
      },
      ssoBypassed: {
        subject: 'Một quản trị viên cấp cao của {brand} vừa đăng nhập không qua tổ chức',
        why: 'Quản trị viên cấp cao dưới đây vừa đăng nhập bằng mật khẩu hoặc passkey, dù hệ thống đăng nhập của tổ chức cho quản trị viên cấp cao vào. Cả hai luôn dùng được, để không ai bị khóa ở ngoài.',
        life: 'Nếu một trong các bạn chủ động làm việc này, bạn không cần làm gì thêm.',
        notYou:
          'Nếu không ai làm, hãy đặt lại ngay mật khẩu và passkey của quản trị viên này (lệnh kho user trên máy chủ). Việc này kết thúc mọi phiên.',
      },
      recoveryCodes: {
        subject: 'Tài khoản {brand} của bạn có mã khôi phục mới',
        why: 'Mã khôi phục mới vừa được tạo cho tài khoản {brand} của bạn. Các mã cũ không còn dùng được.',
      },
      passkeyAdded: {
        subject: 'Tài khoản {brand} của bạn có passkey mới',
        why: 'Một passkey vừa được thêm vào tài khoản {brand} của bạn. Passkey này đăng nhập được mà không cần mật khẩu, và xác nhận được các thao tác được bảo vệ.',
      },
      passkeyRemoved: {
        subject: 'Một passkey của tài khoản {brand} đã bị xóa',
        why: 'Một passkey vừa bị xóa khỏi tài khoản {brand} của bạn. Passkey này không còn đăng nhập được.',
      },
      confirmationMethod: {
        subject: 'Tài khoản {brand} của bạn đã đổi cách xác nhận',
        why: 'Cách xác nhận các thao tác được bảo vệ trong tài khoản {brand} của bạn vừa được đổi.',
      },
      accessKey: {
        subject: 'Tài khoản {brand} của bạn có khóa truy cập S3 mới',
        why: 'Một khóa truy cập S3 vừa được tạo cho tài khoản {brand} của bạn. Khóa truy cập này dùng được với các bucket của bạn.',
      },
      apiClient: {
        subject: 'Tài khoản {brand} của bạn có API client mới',
        why: 'Một API client vừa được tạo cho tài khoản {brand} của bạn. API client này có thể thay bạn thực hiện thao tác.',
      },
      newDevice: {
        subject: 'Đăng nhập tài khoản {brand} từ thiết bị mới',
        why: 'Tài khoản {brand} của bạn vừa được đăng nhập bằng một trình duyệt chưa từng dùng, hoặc chưa dùng lại kể từ lần đổi mật khẩu gần nhất.',
      },
    },
    facts: { subject: 'Liên quan đến', time: 'Thời gian', device: 'Thiết bị', address: 'Địa chỉ IP' },
    unknownDevice: 'không rõ',
    life: 'Nếu chính bạn đã làm việc này, bạn không cần làm gì.',
    notYou:
      'Nếu không phải bạn, hãy đặt mật khẩu mới ngay (mục “Quên mật khẩu?” ở trang đăng nhập), đổi mã PIN, và xóa các passkey, khóa truy cập S3 cùng API client mà bạn không biết. Mật khẩu mới sẽ kết thúc mọi phiên đăng nhập khác.',
  },
  topicRefused: {
    subject: 'Một chủ đề đã tạm dừng: nơi nhận không muốn nhận sự kiện nữa',
    hello: 'Xin chào,',
    why: 'Nơi nhận của chủ đề sau trả lời rằng nó không còn tồn tại (410), nên {brand} đã tạm dừng chủ đề này:',
    life: 'Các sự kiện được giữ lại để chờ gửi. Để tiếp tục nhận, hãy đổi nơi nhận của chủ đề rồi cho chạy tiếp trong phần Cấu hình thông báo của {brand}.',
    notYou: 'Nếu chính bạn đã dừng nơi nhận, bạn có thể xóa chủ đề.',
  },
  shareAttacked: {
    subject: 'Một chia sẻ đã tạm dừng: có người đang dò mật khẩu',
    hello: 'Xin chào,',
    why: 'Trong vòng một ngày đã có hơn 100 lần nhập sai mật khẩu cho một tệp bạn chia sẻ bằng {brand}. Chia sẻ sau đã tạm dừng:',
    life: 'Khách không mở được tệp cho đến khi bạn tiếp tục chia sẻ, ở mục “Chia sẻ” trong bảng thông tin của tệp. Tốt hơn là ngừng chia sẻ này rồi chia sẻ lại tệp với mật khẩu dài hơn: chia sẻ mới có địa chỉ khác.',
    notYou: 'Nếu bạn không chia sẻ tệp này, hãy đổi mật khẩu ngay.',
  },
  bucketEvents: {
    subject: 'Sự kiện trong các bucket của bạn',
    hello: 'Xin chào,',
    why: 'Các bucket thuộc tài khoản {brand} của bạn vừa có những thay đổi sau:',
    test: {
      subject: 'Thử một chủ đề',
      why: 'Đây là email thử một chủ đề của tài khoản {brand} của bạn: email của chủ đề này được gửi đến đây. Các bucket của bạn không có gì thay đổi.',
    },
    kinds: {
      's3:TestEvent': 'Gửi thử',
      's3:ObjectCreated': 'Đã lưu',
      's3:ObjectRemoved': 'Đã xóa',
      's3:LifecycleExpiration': 'Đã hết hạn',
      's3:ObjectTagging': 'Đã đổi thẻ',
      's3:ObjectAcl': 'Đã đổi quyền truy cập',
      'kho:EventsLost': 'Một số sự kiện không lưu lại được nên không có ở đây',
    },
    more: count => `và ${count} sự kiện khác`,
    life: '{brand} gửi tối đa một email như thế này trong 5 phút, và tối đa 1.000 email một ngày cho mỗi tài khoản; các sự kiện xảy ra trong lúc đó có trong email tiếp theo. Mọi sự kiện kèm thời điểm xảy ra đều có trong phần Cấu hình thông báo của {brand}.',
    notYou:
      'Bạn nhận email này vì địa chỉ của bạn thuộc một nhóm nhận thông báo của tài khoản. Chủ tài khoản có thể xóa địa chỉ khỏi nhóm.',
  },
}
