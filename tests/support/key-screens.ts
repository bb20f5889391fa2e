import type { Page } from 'playwright'
import type { AccessKey, ApiClient, CurrentUser, ErrorCode, Permission } from '../../openapi/schema.ts'
import { answerChanged } from './changed-answer.ts'

const day = 86_400
const at = 1_760_000_000

const keys: AccessKey[] = [
  ['KHOEXAMPLEKEY0000003', 'Máy chủ sao lưu', 'nguyen.van.an@example.com', true, true],
  ['KHOEXAMPLEKEY0000002', 'rclone trên máy tính ở nhà', 'nguyen.van.an@example.com', true, false],
  ['KHOEXAMPLEKEY0000001', 'Trang web', 'tran.thi.binh@example.com', false, true],
].map(([access_key, name, user, own, enabled], index) => ({
  access_key,
  name,
  user,
  own,
  permission: index === 0 ? 'read-write' : null,
  scope:
    index === 0
      ? ['anh/', 'tai-lieu/2026/', 'website/'].map(prefix => ({ bucket: 'sao-luu', prefix }))
      : null,
  enabled,
  created_at: at - index * 40 * day,
  expire_date: index === 2 ? at - day : 0,
  last_used_at: index === 0 ? at + 3 * day : null,
})) as AccessKey[]

const clients: ApiClient[] = [
  {
    id: '3f0c6a52-6d8b-4c3e-9a55-0b1f6a3f8d11',
    name: 'Báo cáo hằng đêm',
    permission: 'read',
    expire_date: 0,
    created_at: at,
    last_used_at: at + 3 * day,
  },
  {
    id: '3f0c6a52-6d8b-4c3e-9a55-0b1f6a3f8d12',
    name: 'Đồng bộ với phần mềm kế toán của công ty',
    permission: 'read-write',
    expire_date: at - day,
    created_at: at - 90 * day,
    last_used_at: null,
  },
]

const list = {
  keys,
  endpoint: 'https://s3.example.com',
  region: 'us-east-1',
  tells_last_use: true,
  puts_share: true,
}

/** Invented answers for keys and API clients, so that no picture shows a real one. */
export async function showKeys(page: Page, more: { keys?: AccessKey[]; clients?: ApiClient[] } = {}) {
  await page.route('**/api/user/access-key', route =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 201,
          json: { key: keys[0], secret_key: 'EXAMPLE0secret0shown0once0000000000000000' },
        })
      : route.fulfill({ json: { ...list, keys: more.keys ?? keys } }),
  )
  await page.route('**/api/user/api-client', route =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 201,
          json: { client: clients[0], token: `kho_${'example0token0'.repeat(3)}` },
        })
      : route.fulfill({ json: { clients: more.clients ?? clients } }),
  )
}

/** A refusal of the API, for Playwright's `fulfill`. */
export function refusal(code: ErrorCode, status: number) {
  return {
    status,
    contentType: 'application/problem+json',
    body: JSON.stringify({
      type: 'about:blank',
      title: code,
      status,
      code,
      detail: code,
      request_id: 'req-1',
    }),
  }
}

/** Makes the page believe that its user is a sub-user of this level. */
export async function actAs(page: Page, permission: Permission): Promise<void> {
  const subUser = { is_admin: false, is_supper_admin: false, is_sub_user: true, permission }
  await page.route('**/api/user', route =>
    answerChanged<CurrentUser>(route, user => ({ ...user, ...subUser })),
  )
}
