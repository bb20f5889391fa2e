import { expect, it } from 'vitest'
import { messages as bucket } from '../../languages/vi/bucket.ts'
import { messages as console } from '../../languages/vi/console.ts'
import { messages as security } from '../../languages/vi/security-page.ts'
import { messages as start } from '../../languages/vi/start.ts'
import type { AuditAction } from '../../openapi/schema.ts'
import { detailText, deviceText } from '../../src/audit/detail-text.ts'
import { formatsOf } from '../../src/i18n/formats.ts'
import { textOf } from '../../src/i18n/text.ts'

const t = textOf('vi', { ...start, ...console, ...bucket, ...security })
const entry = { id: '', at: 0, account: '', user: '', target: '', address: '', device: '' }
const text = (action: AuditAction, detail: string) =>
  detailText(t, formatsOf('vi'), { ...entry, action, detail })

it('says in the user’s language what the log has as names and codes', () => {
  expect([
    text('SIGN_IN', ''),
    text('SIGN_IN_FAILED', 'ACCOUNT_SUSPENDED'),
    text('PROFILE_CHANGED', 'phone, ward'),
    text('SESSION_ENDED', '3'),
    text('SUB_USER_CREATED', 'full-control'),
    text('CONFIRMATION_METHOD_CHANGED', 'pin → two-step'),
    text('TWO_STEP_FAILED', 'CURRENT_PASSWORD_INCORRECT'),
    text('TWO_STEP_FAILED', 'PASSWORD_INCORRECT'),
    text('PIN_RESET_FAILED', 'MAIL_CODE_INVALID'),
    text('TWO_STEP_FAILED', 'on'),
    text(
      'SUB_USER_CHANGED',
      'permission: read → write; name: An → read; expires: never → 2026-11-20T16:00:00.000Z',
    ),
    text('ACCOUNT_CHANGED', 'quota: none → 1024; bucket notification: false → true'),
    text('SIGN_IN_RESET', 'password, pin, two-step'),
    text('OBJECTS_DELETED', '2: a.txt, b: c.txt'),
    text('JOB_STARTED', 'abort-uploads'),
    text('JOB_ENDED', 'empty-bucket: done; 3000, 2'),
    text('JOB_ENDED', 'empty-bucket: ACCOUNT_SUSPENDED; 0, 0'),
  ]).toEqual([
    '',
    t('error.ACCOUNT_SUSPENDED'),
    'Số điện thoại, Phường/Xã',
    '3 phiên đăng nhập',
    'Toàn quyền',
    'Mã PIN → Mã xác thực hai bước',
    'Mật khẩu hiện tại không đúng!',
    'Mật khẩu hiện tại không đúng!',
    t('error.INVALID_TOKEN'),
    'Bật xác thực hai bước',
    `Quyền: Đọc → Ghi; Họ và tên: An → read; Thời hạn sử dụng: Không hết hạn → ${formatsOf('vi').dateTime(Date.parse('2026-11-20T16:00:00Z') / 1000)}`,
    'Hạn mức: Không giới hạn → 1 KB; Thông báo bucket: Tắt → Bật',
    'Mật khẩu, Mã PIN, Xác thực hai bước',
    '2 tệp: a.txt, b: c.txt',
    'Dọn các lượt tải lên dở dang',
    'Xóa toàn bộ dữ liệu trong bucket: hoàn tất (3.000 xong, 2 lỗi)',
    `Xóa toàn bộ dữ liệu trong bucket: ${t('error.ACCOUNT_SUSPENDED')} (0 xong, 0 lỗi)`,
  ])
})

it('says settings of a bucket in words, not in those of the log', () => {
  expect([
    text('BUCKET_CREATED', 'versioning; object lock: governance, 30 days; public'),
    text('BUCKET_VERSIONING_CHANGED', 'versioning: enabled → suspended'),
    text('BUCKET_LOCK_CHANGED', 'object lock: off → governance 30 days'),
    text('BUCKET_LOCK_CHANGED', 'object lock: compliance 2 years → no default retention'),
    text(
      'BUCKET_LIFECYCLE_CHANGED',
      'rules: none → "tam/: current 30, uploads 7 | all: previous 90, tag a=b (off)"',
    ),
    text('BUCKET_CORS_CHANGED', 'rules: GET * → "GET PUT https://a.example https://b.example | HEAD *"'),
    text('BUCKET_TAGS_CHANGED', 'team:  → web; "a; b": c → '),
    text('BUCKET_ACL_CHANGED', 'public'),
  ]).toEqual([
    'Phiên bản: Bật; Khóa tệp: 30 ngày cho tệp mới (governance); Công khai',
    'Phiên bản: Bật → Tạm dừng',
    'Khóa tệp: Tắt → 30 ngày cho tệp mới (governance)',
    'Khóa tệp: 2 năm cho tệp mới (compliance) → Bật, không có mặc định cho tệp mới',
    'Quy tắc: không có → tam/: xóa sau 30 ngày, xóa lượt tải lên dở dang sau 7 ngày; Mọi tệp: xóa phiên bản trước sau 90 ngày, điều kiện khác (đang tắt)',
    'Quy tắc: mọi trang web: GET → https://a.example, https://b.example: GET, PUT; mọi trang web: HEAD',
    'team: không có → web; "a; b": c → không có',
    'Công khai',
  ])
})

it('leaves what people typed as it is', () => {
  expect([
    text('NOTIFICATION_GROUP_CREATED', 'an@example.com, lan@example.com'),
    text('ACCESS_KEY_CREATED', 'read'),
    text('RECOVERY_CODE_USED', 'constructor'),
  ]).toEqual(['an@example.com, lan@example.com', 'read', 'constructor'])
})

it('takes a quoted name for a name, whatever it holds; older records have it as it was typed', () => {
  expect([
    text('SUB_USER_CHANGED', 'name: "a; expires: never → read" → d; permission: read → write'),
    text('SUB_USER_CHANGED', 'name: "a \\"; expires: never" → d'),
    text('SUB_USER_CHANGED', 'name: a; b: c → d'),
  ]).toEqual([
    'Họ và tên: "a; expires: never → read" → d; Quyền: Đọc → Ghi',
    'Họ và tên: "a \\"; expires: never" → d',
    'Họ và tên: a; b: c → d',
  ])
})

it('tells an API client from a browser, whatever its name', () => {
  const devices = ['Chrome 142, Windows 11', 'API client: Chrome 142, Windows 11']
  expect(devices.map(device => deviceText(t, device))).toEqual([
    'Chrome 142, Windows 11',
    'API client: Chrome 142, Windows 11',
  ])
})
