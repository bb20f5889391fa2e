import type { messages as en } from '../en/many-people.ts'
import type { Catalogue } from '../language.ts'

export const messages: Catalogue<typeof en> = {
  'subGroups.lead': 'Khai báo quyền một lần cho nhiều người: mọi thành viên đều có quyền của nhóm.',
  'subGroups.count': '{count, plural, other {# nhóm}}',
  'subGroups.list': 'Các nhóm người dùng phụ',
  'subGroups.name': 'Tên nhóm',
  'subGroups.nameHint': 'ví dụ Kế toán',
  'subGroups.members': '{count, plural, =0 {Chưa có thành viên} other {# thành viên}}',
  'subGroups.membersHead': 'Thành viên',
  'subGroups.actions': 'Thao tác',
  'subGroups.failed': 'Không tải được danh sách nhóm',
  'subGroups.empty.title': 'Chưa có nhóm nào',
  'subGroups.empty.lead':
    'Khi nhiều người cần cùng một quyền, hãy cấp quyền đó cho một nhóm rồi đưa họ vào nhóm. Khi sửa nhóm, quyền của mọi thành viên thay đổi theo.',
  'subGroups.create': 'Tạo nhóm',
  'subGroups.createTitle': 'Tạo nhóm người dùng phụ',
  'subGroups.createLead': 'Nhóm chưa có thành viên: hãy chọn nhóm khi tạo hoặc sửa một người dùng phụ.',
  'subGroups.edit': 'Sửa nhóm {name}',
  'subGroups.editTitle': 'Sửa nhóm {name}',
  'subGroups.editLead':
    '{count, plural, =0 {Nhóm chưa có thành viên.} other {Quyền của # thành viên thay đổi ngay, kể cả với phiên đăng nhập và khóa truy cập đang dùng.}}',
  'subGroups.delete': 'Xóa nhóm {name}',
  'subGroups.deleteTitle': 'Xóa nhóm {name}?',
  'subGroups.deleteLead': 'Nhóm không có thành viên nên quyền của mọi người vẫn như cũ.',
  'subGroups.deleteDo': 'Xóa nhóm',
  'subGroups.inUseTitle': 'Nhóm {name} còn thành viên',
  'subGroups.inUseLead':
    '{count, plural, other {# người dùng phụ đang nhận quyền từ nhóm này.}} Hãy chuyển họ sang nhóm khác hoặc cấp quyền riêng cho họ, rồi xóa nhóm.',
  'subGroups.created.toast': 'Tạo thành công!',
  'subGroups.changed.toast': 'Cập nhật thành công!',
  'subGroups.deleted.toast': 'Xóa thành công!',
  'subGroups.field': 'Nguồn quyền',
  'subGroups.own': 'Quyền riêng',
  'subGroups.ofGroup': 'Theo nhóm {name}',
  'issue.csv-bucket': 'Bắt đầu bằng tên bucket, ví dụ anh/2026.',
  'issue.csv-cells': 'Dòng này có nhiều ô hơn số cột ở dòng đầu.',
  'issue.csv-folders': 'Tối đa 50 thư mục',
  'issue.csv-permission': 'Dùng Đọc, Ghi, “Đọc, ghi” hoặc Toàn quyền.',
  'issue.csv-quote': 'Có dấu ngoặc kép chưa đóng nên phần còn lại của tệp bị tính vào dòng này.',
  'issue.csv-rights': 'Nhập quyền hoặc nhóm.',
}
