import { expect, it } from 'vitest'
import { messages as bucket } from '../../languages/vi/bucket.ts'
import { messages as console } from '../../languages/vi/console.ts'
import { messages as groups } from '../../languages/vi/groups.ts'
import { messages as security } from '../../languages/vi/security-page.ts'
import { messages as start } from '../../languages/vi/start.ts'
import type { AuditDetail, AuditSettings } from '../../openapi/schema.ts'
import { detailText, deviceText } from '../../src/audit/detail-text.ts'
import { formatsOf } from '../../src/i18n/formats.ts'
import { textOf } from '../../src/i18n/text.ts'

const t = textOf('vi', { ...start, ...console, ...bucket, ...security, ...groups })
const format = formatsOf('vi')
const entry = { id: '', at: 0, account: '', user: '', target: '', address: '', device: '' }
const text = (detail: AuditDetail | string) => detailText(t, format, { ...entry, action: 'SIGN_IN', detail })
const change = (before: AuditSettings, after: AuditSettings, path: string | null = null) =>
  text({ kind: 'settings', path, before, after })
const time = 1_800_000_000
const moment = format.dateTime(time)

it.each<[AuditDetail, string]>([
  [{ kind: 'error', code: 'ACCOUNT_SUSPENDED' }, t('error.ACCOUNT_SUSPENDED')],
  [{ kind: 'two-step' }, 'Mã xác thực hai bước'],
  [{ kind: 'passkey', name: 'Điện thoại' }, 'Passkey: Điện thoại'],
  [{ kind: 'purpose', purpose: 'sign-in' }, 'Khi đăng nhập'],
  [{ kind: 'purpose', purpose: 'on' }, 'Bật xác thực hai bước'],
  [{ kind: 'sessions', count: 3 }, '3 phiên đăng nhập'],
  [
    { kind: 'parts', parts: ['password', 'pin', 'two-step'] },
    'Mật khẩu, Mã PIN, Xác thực hai bước và passkey',
  ],
  [{ kind: 'fields', fields: ['phone', 'ward'] }, 'Số điện thoại, Phường/Xã'],
  [{ kind: 'names', names: ['an@example.com', 'lan@example.com'] }, 'an@example.com, lan@example.com'],
  [{ kind: 'names', names: ['read'] }, 'read'],
  [{ kind: 'rights', name: null, permission: 'full-control', scope: null }, 'Toàn quyền'],
  [{ kind: 'rights', name: 'a, b', permission: 'read', scope: [] }, '"a, b"; Đọc: Không có gì'],
  [
    { kind: 'rights', name: null, permission: 'read', scope: [{ bucket: 'anh', prefix: '2026/' }] },
    'Đọc: anh/2026/',
  ],
  [{ kind: 'expired' }, t('people.expired')],
  [{ kind: 'receiver', address: '' }, 'Email'],
  [{ kind: 'receiver', address: 'https://a.example' }, 'https://a.example'],
  [{ kind: 'events', count: 2 }, '2'],
  [
    { kind: 'notification', topic: 'don-hang', events: ['s3:ObjectCreated:*'], prefix: 'ảnh/', suffix: '' },
    'don-hang s3:ObjectCreated:* ảnh/*',
  ],
  [{ kind: 'bucket', versioning: false, retention: null, acl: 'private' }, ''],
  [
    { kind: 'bucket', versioning: true, retention: { mode: 'governance', days: 30 }, acl: 'public' },
    'Phiên bản: Bật; Khóa tệp: 30 ngày cho tệp mới (governance); Công khai',
  ],
  [{ kind: 'acl', path: null, acl: 'public' }, 'Công khai'],
  [{ kind: 'acl', path: 'a.txt', acl: 'private' }, 'a.txt: Riêng tư'],
  [{ kind: 'link', path: 'a; b', until: time }, `"a; b" → ${moment}`],
  [{ kind: 'version', path: 'a.txt', version_id: 'null' }, 'a.txt: null'],
  [{ kind: 'deleted', count: 2, names: ['a.txt', 'b, c.txt'] }, '2 tệp: a.txt, "b, c.txt"'],
  [{ kind: 'copy', from: 'a', bucket: null, to: 'b' }, 'a → b'],
  [{ kind: 'copy', from: 'a', bucket: 'kho', to: 'b' }, 'a → kho/b'],
  [{ kind: 'job', job: 'abort-uploads' }, 'Dọn các lượt tải lên dở dang'],
  [
    { kind: 'job-end', job: 'empty-bucket', outcome: 'done', done: 3000, failed: 2 },
    'Xóa toàn bộ dữ liệu trong bucket: hoàn tất (3.000 xong, 2 lỗi)',
  ],
  [
    { kind: 'job-end', job: 'empty-bucket', outcome: 'ACCOUNT_SUSPENDED', done: 0, failed: 0 },
    `Xóa toàn bộ dữ liệu trong bucket: ${t('error.ACCOUNT_SUSPENDED')} (0 xong, 0 lỗi)`,
  ],
  [
    {
      kind: 'values',
      path: null,
      values: [
        { name: 'team', before: '', after: 'web' },
        { name: 'a; b', before: 'c', after: '' },
      ],
    },
    'team: không có → web; "a; b": c → không có',
  ],
])('says %j in the user’s language', (detail, said) => {
  expect(text(detail)).toBe(said)
})

it('says what was changed: names, settings and their values', () => {
  expect([
    change(
      { name: 'An', permission: 'read', scope: null, phone: '', expire_date: 0 },
      { name: 'a; b', permission: 'write', scope: [], phone: '+84901234567', expire_date: time },
    ),
    change({ permission: null }, { permission: 'read' }),
    change({ quota: null, bucket_notification: false }, { quota: 1024, bucket_notification: true }),
    change({ contract_code: 'HD-1', site: 'a' }, { contract_code: 'HD-2', site: 'b' }),
    change({ method: 'pin' }, { method: 'two-step' }),
    change({ email: 'a@example.com' }, { email: 'b@example.com' }),
    change({ group: 'Kho', emails: ['a@b.c'], alerts: [] }, { group: 'K', emails: ['d'], alerts: ['quota'] }),
    change({ address: '', paused: false }, { address: 'https://a.example', paused: true }),
  ]).toEqual([
    `Họ và tên: An → "a; b"; Quyền: Đọc → Ghi; ${t('scope.title')}: ${t('scope.off')} → Không có gì; Số điện thoại: không có → +84901234567; Thời hạn sử dụng: Không hết hạn → ${moment}`,
    'Quyền: Không giới hạn → Đọc',
    'Hạn mức: Không giới hạn → 1 KB; Thông báo bucket: Tắt → Bật',
    `${t('profile.contractCode')}: HD-1 → HD-2; ${t('profile.site')}: a → b`,
    'Mã PIN → Mã xác thực hai bước',
    'a@example.com → b@example.com',
    'Kho → K; a@b.c → d; Không nhận cảnh báo → Dung lượng sắp đầy',
    'Gửi đến: Email → https://a.example; Tạm dừng: Tắt → Bật',
  ])
})

it('says settings of a bucket, and the lock of a file, in words', () => {
  const lock = { enabled: true, mode: null, days: null, years: null }
  const rule = {
    id: '',
    enabled: true,
    prefix: '',
    current_days: null,
    previous_days: null,
    abort_days: null,
  }
  const cors = { id: '', allowed_headers: [], expose_headers: [], max_age_seconds: null }
  const tag = { kind: 'tag', number: null, text: 'a=b' } as const
  expect([
    change({ versioning: 'enabled' }, { versioning: 'suspended' }),
    change({ object_lock: { ...lock, enabled: false } }, { object_lock: lock }),
    change(
      { object_lock: { ...lock, mode: 'governance', days: 30 } },
      { object_lock: { ...lock, mode: 'compliance', years: 2 } },
    ),
    change(
      { lifecycle: [] },
      {
        lifecycle: [
          { ...rule, prefix: 'tam/', current_days: 30, abort_days: 7, others: [] },
          { ...rule, enabled: false, previous_days: 90, others: [tag, tag] },
        ],
      },
    ),
    change(
      { cors: [] },
      {
        cors: [
          { ...cors, methods: ['GET', 'PUT'], origins: ['https://a.example', 'https://b.example'] },
          { ...cors, methods: ['HEAD'], origins: ['*'] },
        ],
      },
    ),
    change(
      { lock: { mode: null, until: null, legal_hold: false } },
      { lock: { mode: 'governance', until: time, legal_hold: true } },
      'a.txt',
    ),
  ]).toEqual([
    'Phiên bản: Bật → Tạm dừng',
    'Khóa tệp: Tắt → Bật, không có mặc định cho tệp mới',
    'Khóa tệp: 30 ngày cho tệp mới (governance) → 2 năm cho tệp mới (compliance)',
    'Quy tắc: không có → tam/: xóa sau 30 ngày, xóa lượt tải lên dở dang sau 7 ngày; Mọi tệp: xóa phiên bản trước sau 90 ngày, điều kiện khác (đang tắt)',
    'Quy tắc: không có → https://a.example, https://b.example: GET, PUT; mọi trang web: HEAD',
    `a.txt: Khóa tệp: không có → Governance, đến ${moment}, Đang bị giữ pháp lý`,
  ])
})

it('leaves the text of older entries as it is', () => {
  expect(['', 'ACCOUNT_SUSPENDED', 'quota: none → 1024'].map(text)).toEqual([
    '',
    'ACCOUNT_SUSPENDED',
    'quota: none → 1024',
  ])
})

it('tells an API client from a browser, whatever its name', () => {
  const devices = ['Chrome 142, Windows 11', 'API client: Chrome 142, Windows 11']
  expect(devices.map(device => deviceText(t, device))).toEqual([
    'Chrome 142, Windows 11',
    'API client: Chrome 142, Windows 11',
  ])
})
