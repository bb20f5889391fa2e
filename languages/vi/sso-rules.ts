import type { ssoRules as en } from '../en/sso-rules.ts'
import type { Catalogue } from '../language.ts'

export const ssoRules: Catalogue<typeof en> = {
  'rules.title': 'Đăng nhập qua tổ chức',
  'rules.name': 'Quy tắc',
  'rules.state':
    'Quyết định ai đăng nhập qua tổ chức và được làm gì ở đây. Các quy tắc nằm trong cấu hình của máy chủ.',
  'rules.try': 'Thử quy tắc',
  'rules.tryTitle': 'Thử các quy tắc',
  'rules.tryLead':
    'Dán những gì tổ chức cho biết về một người. Bạn sẽ thấy quy tắc nào quyết định; không ai được đăng nhập và không có gì thay đổi.',
  'rules.claims': 'Claims (JSON)',
  'rules.do': 'Thử',
  'rules.admitted': 'Quy tắc {rule} quyết định: người này được vào.',
  'rules.undecided':
    'Không quyết định được quy tắc {rule}, vì tổ chức gửi claim {claim} dưới dạng tham chiếu: người này bị từ chối.',
  'rules.refused':
    '{count, plural, =1 {Quy tắc duy nhất không áp dụng} other {Không quy tắc nào trong # quy tắc áp dụng}}: người này bị từ chối.',
  'rules.passed': 'Các quy tắc đứng trước không áp dụng',
  'rules.why.missing': 'Quy tắc {rule}: thiếu claim {claim}.',
  'rules.why.by-reference': 'Quy tắc {rule}: tổ chức gửi claim {claim} dưới dạng tham chiếu.',
  'rules.why.equals': 'Quy tắc {rule}: claim {claim} không đúng bằng {values}.',
  'rules.why.contains': 'Quy tắc {rule}: claim {claim} không có {values}.',
  'rules.why.in': 'Quy tắc {rule}: claim {claim} không có giá trị nào trong {values}.',
  'rules.role': 'Vai trò',
  'rules.role.super-admin': 'Quản trị viên cấp cao, nếu đã là quản trị viên cấp cao',
  'rules.role.owner': 'Chủ tài khoản, nếu đã là chủ của tài khoản này',
  'rules.role.sub-user': 'Người dùng phụ',
  'rules.account': 'Tài khoản',
  'rules.accountUnknown':
    'Quy tắc {rule} quyết định, nhưng không có đúng một khách hàng mang mã hợp đồng hoặc id {account}: người này bị từ chối.',
  'rules.folders': 'Thư mục',
  'rules.everywhere': 'Toàn bộ tài khoản',
  'rules.expiryKept': 'Giữ nguyên',
  'issue.claims-invalid': 'Không đúng JSON: cần đặt trong dấu ngoặc nhọn, mỗi tên trong ngoặc kép',
  'issue.claims-too-long': 'Tối đa 64 KB',
}
