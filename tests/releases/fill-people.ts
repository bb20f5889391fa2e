import { S3 } from '@aws-sdk/client-s3'
import type { AccessKey, Permission } from '../../openapi/schema.ts'
import { type Api, signInApi } from '../support/api.ts'
import type { Contents, Key, Person } from './contents.ts'
import type { Site } from './fill.ts'

/** The first password of everybody, also of the super admin. */
export const firstPassword = 'Vuon-tao#1'
export const adminEmail = 'admin@example.com'

const pin = '2580'

export function s3With({ s3Url }: Pick<Site, 's3Url'>, { accessKey, secretKey }: Key): S3 {
  return new S3({
    ...{ endpoint: s3Url, region: 'us-east-1', forcePathStyle: true, maxAttempts: 1 },
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
  })
}

/** Signs in for the first time: changes the password, sets a PIN and confirms it. */
export async function settle(
  site: Site,
  email: string,
  password: string,
): Promise<{ api: Api; person: Person }> {
  const api = await signInApi(site.url, email, firstPassword)
  const change = { current_password: firstPassword, new_password: password }
  await api.call('PUT', '/user/change-password', change)
  await api.call('PUT', '/user/init-pin', { pin })
  await api.call('POST', '/user/confirm-identity', { pin })
  return { api, person: { email, password, pin } }
}

export async function addKey(api: Api, name: string): Promise<Key> {
  const made = await api.call<{ key: AccessKey; secret_key: string }>('POST', '/user/access-key', { name })
  return { accessKey: made.key.access_key, secretKey: made.secret_key }
}

/** Adds a customer with a key and an API client. */
export async function addPeople(site: Site) {
  const admin = await settle(site, adminEmail, 'Vuon-tao#Admin-2')
  const account = 'Kho Hàng Việt'
  const email = 'chu@example.com'
  await admin.api.call('POST', '/user/create', {
    ...{ name: account, contract_code: 'HD-2026-001', site: 'us-east-1', quota: 1024 ** 3, expire_date: 0 },
    ...{ owner_name: 'Nguyễn Văn An', owner_email: email, password: firstPassword },
    enable_bucket_notification: true,
  })
  const owner = await settle(site, email, 'Vuon-tao#Owner-2')
  const client = { name: 'Báo cáo hằng đêm', permission: 'read' as const, expire_date: 0 }
  const { token } = await owner.api.call<{ token: string }>('POST', '/user/api-client', client)

  async function addSubUser(fullName: string, email: string, permission: Permission, more: object = {}) {
    const password = firstPassword
    const user = { fullName, email, permission, password, phone: '', expire_date: 0, ...more }
    await owner.api.call('POST', '/user-management', user)
    const { api, person } = await settle(site, email, 'Vuon-tao#Member-2')
    return { ...person, permission, key: await addKey(api, 'Máy của tôi') }
  }

  return {
    superAdmin: admin.person,
    owner: { ...owner.person, account, key: await addKey(owner.api, 'Máy chủ sao lưu') },
    apiClient: { name: client.name, permission: client.permission, token },
    async addSubUsers(limit: {
      bucket: string
      folder: string
    }): Promise<Pick<Contents, 'subUser' | 'limited'>> {
      const subUser = await addSubUser('Trần Thị Bình', 'binh@example.com', 'read')
      const scope = [{ bucket: limit.bucket, prefix: limit.folder }]
      const limited = await addSubUser('Lê Văn Chi', 'chi@example.com', 'read-write', { scope })
      return { subUser, limited: { ...limited, ...limit } }
    },
  }
}
