import type { storageErrors as en } from '../en/storage-errors.ts'
import type { Catalogue } from '../language.ts'

export const storageErrors: Catalogue<typeof en> = {
  'error.CONFIRM_REQUIRED': 'Vui lòng xác nhận!',
  'error.BUCKET_NOT_FOUND': 'Bucket này không tồn tại.',
  'error.TOPIC_NOT_FOUND': 'Chủ đề này không tồn tại.',
  'error.TOPIC_EXISTS': 'Tên chủ đề đã tồn tại! Vui lòng dùng tên khác',
  'error.GROUP_NOT_FOUND': 'Nhóm này không tồn tại.',
  'error.ADDRESS_REFUSED':
    'Không thể gửi sự kiện đến đây: địa chỉ nằm trong mạng nội bộ của máy chủ, không được nhà cung cấp cho phép hoặc tên miền không tồn tại.',
  'error.BUCKET_EXISTS': 'Tên bucket đã được người khác sử dụng!',
  'error.BUCKET_IS_YOURS': 'Bạn đã có một bucket với tên này.',
  'error.BUCKET_NOT_EMPTY': 'Bucket chưa trống. Vui lòng kiểm tra lại!',
  'error.OBJECT_NOT_FOUND': 'Tệp này không tồn tại.',
  'error.OBJECT_CHANGED': 'Tệp này vừa bị thay đổi. Hãy mở lại để xem nội dung hiện tại.',
  'conflict.title': 'Người khác đã thay đổi mục này',
  'conflict.lead': 'Mục này đã thay đổi sau khi bạn mở. Hãy chọn bản được giữ lại.',
  'conflict.theirs': 'Đang được lưu',
  'conflict.yours': 'Bản của bạn, chưa lưu',
  'conflict.keep': 'Lưu bản của bạn',
  'conflict.take': 'Giữ bản đang lưu',
  'error.OBJECT_LOCKED': 'Phiên bản này đang bị khóa. Xem chi tiết để biết chế độ và thời hạn khóa.',
  'error.UPLOAD_NOT_FOUND': 'Lượt tải lên này không còn tồn tại.',
  'error.INVALID_PARTS': 'Các phần đã nhận không ghép được thành tệp.',
  'error.FILE_TOO_LARGE': 'Tệp phải nhỏ hơn 5 GB.',
  'error.FILE_DAMAGED': 'Tệp bị hỏng trên đường truyền. Vui lòng tải lên lại.',
  'issue.topic-name': 'Chỉ dùng chữ thường a-z, chữ số và dấu gạch nối',
  'issue.address-invalid': 'URL bắt đầu bằng https:// hoặc http://, không kèm tên đăng nhập',
  'issue.address-refused':
    'Địa chỉ này nằm trong mạng nội bộ của máy chủ, không được nhà cung cấp cho phép hoặc tên miền không tồn tại',
  'issue.bucket-name-length': 'Từ 3 đến 63 ký tự',
  'issue.bucket-name-characters': 'Chỉ gồm chữ thường không dấu, chữ số, dấu gạch nối và dấu chấm',
  'issue.bucket-name-labels': 'Mỗi phần giữa các dấu chấm bắt đầu và kết thúc bằng chữ hoặc số',
  'issue.bucket-name-address': 'Không được có dạng địa chỉ IP',
  'issue.folder-name-slash': 'Tên không được chứa dấu gạch chéo',
  'issue.folder-name-dots': '“.” và “..” là thư mục này và thư mục cấp trên. Hãy dùng tên khác.',
  'issue.folder-name-spaces': 'Tên không được bắt đầu hoặc kết thúc bằng dấu cách',
  'issue.folder-name-hidden': 'Tên có ký tự không nhìn thấy được. Hãy gõ lại thay vì dán.',
  'issue.folder-name-too-long':
    'Tên quá dài: tối đa {limit, number} byte, mỗi chữ có dấu chiếm 2 hoặc 3 byte',
  'issue.key-too-long': 'Tên quá dài: toàn bộ đường dẫn tối đa {limit, number} byte',
  'issue.key-not-unicode': 'Tên có ký tự không thể lưu trữ',
}
