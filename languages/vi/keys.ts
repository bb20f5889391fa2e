import type { keys as en } from '../en/keys.ts'
import type { Catalogue } from '../language.ts'

export const keys: Catalogue<typeof en> = {
  'confirm.title': 'Xác nhận danh tính',
  'confirm.leadPin':
    'Nội dung này được bảo vệ bằng mã PIN. Sau khi nhập đúng, bạn sẽ không bị hỏi lại trong vài phút.',
  'confirm.leadCode':
    'Nội dung này được bảo vệ bằng ứng dụng xác thực. Sau khi nhập đúng mã, bạn sẽ không bị hỏi lại trong vài phút.',
  'confirm.pin': 'Mã PIN của bạn',
  'confirm.code': 'Mã từ ứng dụng xác thực',
  'confirm.codeHelp': 'Gồm 6 chữ số. Mỗi mã chỉ dùng được một lần.',
  'confirm.passkey': 'Dùng passkey thay thế',
  'confirm.do': 'Xác nhận',
  'keys.title': 'Khóa truy cập',
  'keys.lead':
    'Các chương trình như aws, rclone hay phần mềm sao lưu dùng khóa truy cập để làm việc với bucket của bạn. Khóa truy cập có quyền như người dùng của nó, hoặc ít hơn.',
  'keys.locked.title': 'Khóa truy cập của bạn đang được bảo vệ',
  'keys.locked.lead':
    'Ai có khóa truy cập đều dùng được tệp của bạn, nên trang này cần bạn xác nhận danh tính trước.',
  'keys.unlock': 'Xác nhận để xem',
  'keys.failed': 'Không tải được danh sách khóa truy cập',
  'keys.unsupported.title': 'Khóa truy cập được tạo ở nơi khác',
  'keys.unsupported.lead':
    '{brand} kết nối với hệ thống lưu trữ bằng một khóa truy cập cố định và không tạo được khóa truy cập khác. Hãy liên hệ đơn vị vận hành hệ thống lưu trữ để được cấp.',
  'keys.endpoint': 'Địa chỉ (endpoint)',
  'keys.region': 'Vùng (region)',
  'keys.list': 'Danh sách khóa truy cập',
  'keys.name': 'Tên',
  'keys.accessKey': 'Access key',
  'keys.secretKey': 'Secret key',
  'keys.user': 'Người dùng',
  'keys.you': 'Bạn',
  'keys.created': 'Ngày tạo',
  'keys.createdOn': 'Tạo ngày {date}',
  'keys.state': 'Trạng thái',
  'keys.enabled': 'Đang bật',
  'keys.disabled': 'Đã tắt',
  'keys.enable': 'Bật lại',
  'keys.disable': 'Tắt',
  'keys.enabled.toast': 'Cập nhật thành công!',
  'keys.disabled.toast': 'Tắt khóa truy cập thành công!',
  'keys.copy': 'Sao chép: {what}',
  'keys.create': 'Tạo khóa truy cập',
  'keys.full':
    'Bạn đã có {count} khóa truy cập, số lượng tối đa cho một người dùng. Hãy xóa khóa truy cập không còn dùng đến.',
  'keys.empty.title': 'Chưa có khóa truy cập nào',
  'keys.empty.lead':
    'Nên tạo khóa truy cập riêng cho từng chương trình hoặc từng máy, để khi cần chỉ phải thu hồi đúng khóa truy cập đó.',
  'keys.createTitle': 'Tạo khóa truy cập S3',
  'keys.createLead':
    'Hãy đặt tên để sau này biết khóa truy cập được dùng ở đâu, ví dụ tên máy hoặc tên chương trình.',
  'keys.nameField': 'Tên khóa truy cập',
  'keys.nameHint': 'ví dụ: máy chủ sao lưu',
  'keys.createdTitle': 'Hãy lưu khóa truy cập này ngay',
  'keys.createdLead':
    'Secret key chỉ hiển thị một lần duy nhất. Nếu làm mất, bạn phải xóa khóa truy cập này và tạo khóa truy cập mới.',
  'keys.download': 'Tải xuống dạng tệp',
  'keys.setUp': 'Cài đặt cho chương trình',
  'keys.done': 'Tôi đã lưu',
  'keys.deleteTitle': 'Xóa “{name}”?',
  'keys.deleteLead':
    'Mọi thứ đang dùng khóa truy cập {accessKey} sẽ ngừng hoạt động ngay lập tức: sao lưu, tập lệnh và các liên kết được ký bằng khóa này. Không thể khôi phục khóa truy cập đã xóa.',
  'keys.deleteOther': 'Khóa truy cập này thuộc về {user}.',
  'keys.deleteDo': 'Xóa khóa truy cập',
  'keys.deleted.toast': 'Xóa thành công!',
  'clients.title': 'API client',
  'clients.lead':
    'Với token, chương trình của bạn có thể gọi API của {brand} trong phạm vi quyền bạn cấp, và không bao giờ vượt quá quyền của chính bạn.',
  'clients.reference': 'Tài liệu API',
  'clients.locked.title': 'API client đang được bảo vệ',
  'clients.locked.lead': 'Token cho phép thao tác thay bạn, nên trang này cần bạn xác nhận danh tính trước.',
  'clients.failed': 'Không tải được danh sách API client',
  'clients.list': 'Danh sách API client',
  'clients.name': 'Tên',
  'clients.permission': 'Quyền',
  'clients.expiry': 'Thời hạn',
  'clients.lastUsed': 'Dùng lần cuối',
  'clients.lastUsedOn': 'Dùng lần cuối {date}',
  'clients.expiresOn': 'Hết hạn {date}',
  'clients.expired': 'Đã hết hạn',
  'clients.never': 'Không hết hạn',
  'clients.neverUsed': 'Chưa sử dụng',
  'clients.forever': 'Không hết hạn',
  'clients.create': 'Tạo API client',
  'clients.full':
    'Bạn đã có {count} API client, số lượng tối đa cho một người dùng. Hãy xóa API client không còn dùng đến.',
  'clients.empty.title': 'Chưa có API client nào',
  'clients.empty.lead':
    'Nên tạo riêng cho từng chương trình cần gọi API, và chỉ cấp đúng quyền mà chương trình đó cần.',
  'clients.createTitle': 'Tạo API client',
  'clients.createLead':
    'API client được cấp một token, chỉ hiển thị một lần duy nhất. Muốn giới hạn theo thư mục, hãy tạo API client bằng người dùng phụ chỉ được dùng các thư mục đó.',
  'clients.nameField': 'Tên API client',
  'clients.nameHint': 'ví dụ: báo cáo hằng đêm',
  'clients.createdTitle': 'Hãy lưu token này ngay',
  'clients.createdLead':
    'Token chỉ hiển thị một lần duy nhất. Nếu làm mất, bạn phải xóa API client này và tạo API client mới.',
  'clients.token': 'Token',
  'clients.tryIt': 'Dùng thử',
  'clients.deleteTitle': 'Xóa “{name}”?',
  'clients.deleteLead':
    'Các chương trình đang dùng token này sẽ ngừng hoạt động ngay lập tức. Không thể khôi phục token đã xóa.',
  'clients.deleteDo': 'Xóa API client',
}
