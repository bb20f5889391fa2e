import type { fileActs as en } from '../en/file-acts.ts'
import type { Catalogue } from '../language.ts'

/** Dialogs about files and folders. */
export const fileActs: Catalogue<typeof en> = {
  'files.renameTitle': 'Đổi tên {name}',
  'files.renameFolderLead': 'Mọi thứ trong thư mục được chuyển sang tên mới. Việc này chạy ở chế độ nền.',
  'files.newName': 'Tên mới',
  'files.renamed': 'Đổi tên thành công!',
  'files.undo': 'Hoàn tác',
  'files.undoGone': 'Thao tác này không còn hoàn tác được.',
  'files.linkTitle': 'Tạo liên kết đến {name}',
  'files.public.title': 'Công khai {count, plural, =1 {{name}} other {# mục}}?',
  'files.public.until':
    'Họ tải xuống được tệp này cho đến khi tệp được chuyển sang riêng tư, bị thay thế hoặc bị xóa.',
  'files.public.many':
    'Họ tải xuống được từng tệp đã chọn cho đến khi tệp được chuyển sang riêng tư, bị thay thế hoặc bị xóa.',
  'files.public.folders':
    'Với thư mục, việc này áp dụng cho mọi tệp đang có trong đó và trong các thư mục con, không gồm tệp thêm sau này.',
  'files.public.folder':
    'Họ tải xuống được mọi tệp đang có trong đó và trong các thư mục con, cho đến khi tệp được chuyển sang riêng tư, bị thay thế hoặc bị xóa. Không gồm tệp thêm sau này.',
  'files.public.below': 'Bên dưới địa chỉ này:',
  'files.private.title': 'Chuyển {count, plural, =1 {{name}} other {# mục}} sang riêng tư?',
  'files.private.lead': 'Không ai tải xuống được tệp này nữa nếu không đăng nhập.',
  'files.private.manyLead': 'Không ai tải xuống được các tệp này nữa nếu không đăng nhập.',
  'files.private.folderLead':
    'Không ai tải xuống được các tệp đang có trong đó và trong các thư mục con nữa nếu không đăng nhập.',
  'files.private.versions':
    'Chỉ phiên bản hiện tại thay đổi. Phiên bản trước đang công khai vẫn tải được bằng mã phiên bản của nó.',
  'files.private.links':
    'Trang web đang hiển thị tệp sẽ không hiển thị được nữa. Liên kết đã tạo vẫn dùng được đến khi hết hạn.',
  'files.private.stays': 'Chính sách của bucket vẫn mở tệp cho mọi người: {names}. Thay đổi tại:',
  'files.private.bucketStays':
    'Bucket đang công khai nên các tệp vẫn mở cho mọi người. Chuyển bucket sang riêng tư tại:',
  'files.madePublic': '{name} đã công khai',
  'files.madePrivate': '{name} đã chuyển sang riêng tư',
  'files.staysPublic': '{name} vẫn mở cho mọi người do thiết lập của bucket.',
  'files.charset.title': 'Sửa lỗi phông chữ của {count, plural, =1 {{name}} other {# tệp}}?',
  'files.charset.lead':
    'Trình duyệt hiển thị sai chữ tiếng Việt khi Content-Type của tệp không ghi bảng mã. Hệ thống đọc phần đầu của từng tệp văn bản rồi ghi thêm bảng mã, UTF-8 hoặc UTF-16.',
  'files.charset.left': 'Tệp không phải văn bản, tệp đã ghi bảng mã hoặc dùng bảng mã khác được giữ nguyên.',
  'files.charset.versions': 'Bucket này lưu phiên bản: mỗi tệp được sửa có thêm một phiên bản mới.',
  'files.charset.do': 'Sửa lỗi',
  'files.charset.done':
    '{set, plural, =0 {Không có tệp nào được ghi thêm bảng mã.} other {Đã ghi bảng mã cho # tệp.}}{left, plural, =0 {} other { Giữ nguyên # tệp.}}{failed, plural, =0 {} other { Không sửa được # tệp.}}',
  'files.copyTitle': 'Sao chép {count, plural, =1 {{name}} other {# mục}}',
  'files.moveTitle': 'Di chuyển {count, plural, =1 {{name}} other {# mục}}',
  'files.copyLead': 'Chọn một thư mục trong bucket bất kỳ, hoặc nhập đường dẫn. Thư mục chưa có sẽ được tạo.',
  'files.target': 'Đến',
  'files.targetHint': 'bucket/thư mục/',
  'files.existing': 'Khi trùng tên',
  'files.existing.keep-both': 'Giữ cả hai, đặt tên khác',
  'files.existing.replace': 'Thay thế tệp đang có',
  'files.existing.skip': 'Bỏ qua tệp đó',
  'files.copy': 'Sao chép',
  'files.move': 'Di chuyển',
  'files.copied': 'Sao chép thành công!',
  'files.moved': 'Di chuyển thành công!',
  'files.copySkipped': 'Nơi đến đã có tên này; không có gì thay đổi.',
  'issue.target-out-of-reach': 'Quyền của bạn chỉ giới hạn trong các thư mục khác. Hãy chọn một trong số đó.',
}
