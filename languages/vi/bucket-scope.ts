import type { bucketScope as en } from '../en/bucket-scope.ts'
import type { Catalogue } from '../language.ts'

export const bucketScope: Catalogue<typeof en> = {
  'scope.title': 'Phạm vi',
  'scope.off': 'Tất cả bucket',
  'scope.on': 'Theo thư mục',
  'scope.help':
    'Mọi thứ khác đều bị ẩn và không truy cập được, cả trong {brand} lẫn bằng khóa truy cập; không tạo hay thay đổi được bucket.',
  'scope.bucket': 'Bucket',
  'scope.folder': 'Thư mục',
  'scope.whole': 'Cả bucket',
  'scope.add': 'Thêm thư mục',
  'scope.remove': 'Bỏ dòng {row}',
  'scope.row': 'Dòng {row}',
  'scope.nothing': 'Chưa truy cập được gì: hãy thêm một thư mục.',
  'scope.mark': '{count, plural, =0 {Không có gì} other {# thư mục}}',
  'scope.may.read': 'Được đọc {folder} trong {bucket}',
  'scope.may.write': 'Được ghi vào {folder} trong {bucket}',
  'scope.may.read-write': 'Được đọc và ghi {folder} trong {bucket}',
  'scope.may.full-control': 'Toàn quyền với tệp của {folder} trong {bucket}',
  'scope.all.read': 'Được đọc {bucket}',
  'scope.all.write': 'Được ghi vào {bucket}',
  'scope.all.read-write': 'Được đọc và ghi {bucket}',
  'scope.all.full-control': 'Toàn quyền với tệp trong {bucket}',
  'keys.rights': 'Quyền của khóa truy cập',
  'keys.rights.same': 'Bằng quyền của người dùng',
  'keys.rights.less': 'Hẹp hơn quyền của người dùng',
  'keys.putsShare':
    'Trên hệ thống lưu trữ này (Ceph), khóa truy cập có quyền ghi cũng công khai được những tệp mà nó tải lên.',
  'keys.scope.off': 'Mọi nơi người dùng truy cập được',
  'keys.scope.help': 'Khóa truy cập này không dùng được ở nơi khác, cũng không tạo hay thay đổi được bucket.',
  'keys.may.read': 'Chỉ được đọc',
  'keys.may.write': 'Chỉ được ghi',
  'keys.may.read-write': 'Được đọc và ghi',
  'keys.may.full-control': 'Toàn quyền',
  'keys.moreFolders': 'Và {count} thư mục khác',
  'keys.change': 'Đổi quyền',
  'keys.changeTitle': 'Quyền của “{name}”',
  'keys.changeLead': 'Thay đổi có hiệu lực ngay với mọi chương trình đang dùng khóa truy cập này.',
  'keys.useUnknown': 'Hệ thống lưu trữ đang dùng không cho biết lần cuối khóa truy cập được sử dụng.',
  'error.POLICY_REFUSED':
    'Chưa có gì thay đổi: bucket “{about}” không nhận chính sách mới, mà trên hệ thống lưu trữ này (Ceph) giới hạn theo thư mục nằm trong chính sách của bucket. Thường là do bucket chặn chính sách công khai trong khi chính sách đang có một câu lệnh công khai: hãy bỏ một trong hai.',
  'error.SCOPE_TOO_LARGE':
    'Chính sách của bucket không còn chỗ cho các quyền này. Hãy giới hạn vào ít thư mục hơn.',
  'issue.scope-folder': 'Hãy nhập một thư mục, ví dụ anh/2024/.',
  'issue.scope-letters': 'Đường dẫn của thư mục giới hạn không được có *, ? hoặc $.',
  'issue.scope-too-long': 'Đường dẫn của thư mục này quá dài để giới hạn.',
}
