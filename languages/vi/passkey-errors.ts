import type { passkeyErrors as en } from '../en/passkey-errors.ts'
import type { Catalogue } from '../language.ts'

export const passkeyErrors: Catalogue<typeof en> = {
  'error.PASSKEYS_UNAVAILABLE': 'Passkey cần https và tên miền, mà trang này chưa có.',
  'error.PASSKEY_UNKNOWN': 'Không tìm thấy passkey này: có thể đã bị xóa. Vui lòng dùng cách khác.',
  'error.PASSKEY_INVALID': 'Không xác minh được passkey. Vui lòng thử lại.',
  'error.PASSKEY_TIMED_OUT': 'Đã quá thời gian chờ. Vui lòng thử lại.',
  'error.PASSKEY_CLONED':
    'Passkey này bị từ chối vì có vẻ một bản sao của nó đang được dùng. Vui lòng dùng cách khác, rồi xóa passkey này trong mục Bảo mật.',
  'error.PASSKEY_REQUIRED': 'Vui lòng đăng nhập bằng passkey: tài khoản của bạn yêu cầu điều này.',
  'error.PASSKEY_EXISTS': 'Passkey này đã được thêm rồi.',
}
