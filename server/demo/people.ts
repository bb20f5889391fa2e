import { randomBytes } from 'node:crypto'
import type { Permission } from '../../openapi/schema.ts'
import { hashSecret } from '../auth/hash.ts'
import { addAccount, createUser, type NewAccount } from '../store/accounts.ts'
import type { Transaction } from '../store/open.ts'

const day = 86_400
const GiB = 1024 ** 3

/** A trial customer, whose small quota is nearly used up. */
export const trial = { email: 'minh.vu@example.com', bytes: 9_000_000 }

type Person = {
  name: string
  email: string
  permission: Permission
  phone?: string
  /** Days from now; none: forever. */
  expires?: number
  /** Seconds ago; none: never. */
  signedIn?: number
}

const subUsers: readonly Person[] = [
  {
    name: 'Trần Thị Bình',
    email: 'binh.tran@example.com',
    permission: 'read-write',
    phone: '+84901234567',
    signedIn: 5400,
  },
  {
    name: 'Lê Minh Châu',
    email: 'chau.le@example.com',
    permission: 'read',
    phone: '+84912345678',
    expires: 90,
    signedIn: 3 * day,
  },
  { name: 'Phạm Quốc Dũng', email: 'dung.pham@example.com', permission: 'full-control', signedIn: 20 * day },
  { name: 'Võ Thị Hạnh', email: 'hanh.vo@example.com', permission: 'read', expires: -12, signedIn: 14 * day },
  { name: 'Sao lưu hằng đêm', email: 'sao-luu@example.com', permission: 'write' },
]

type Customer = Omit<NewAccount, 'now' | 'site' | 'expireDate'> & {
  /** Days from now; none: forever. */
  expires?: number
  owner: string
  email: string
  subUsers: number
}

const customers: readonly Customer[] = [
  {
    name: 'Cà phê Góc Phố',
    contractCode: 'THU-0007',
    quota: 10 * 1024 ** 2,
    expires: 9,
    owner: 'Vũ Nhật Minh',
    email: trial.email,
    subUsers: 1,
  },
  {
    name: 'Nội thất Mộc Lan',
    contractCode: 'HD-2025-014',
    quota: 500 * GiB,
    expires: 240,
    enableBucketNotification: true,
    owner: 'Đặng Thu Lan',
    email: 'lan.dang@example.com',
    subUsers: 4,
  },
  {
    name: 'Phòng khám Hoa Sen',
    contractCode: 'HD-2025-031',
    quota: 2048 * GiB,
    enableBucketNotification: true,
    owner: 'Bác sĩ Hồ Văn Khôi',
    email: 'khoi.ho@example.com',
    subUsers: 12,
  },
  {
    name: 'Studio Ánh Dương',
    contractCode: 'HD-2026-002',
    quota: 1024 * GiB,
    expires: 30,
    suspended: true,
    owner: 'Ngô Bảo Ánh',
    email: 'anh.ngo@example.com',
    subUsers: 2,
  },
  {
    name: 'Trường Tiểu học Kim Đồng',
    contractCode: 'HD-2024-118',
    quota: 200 * GiB,
    expires: -40,
    owner: 'Lý Thị Mai',
    email: 'mai.ly@example.com',
    subUsers: 0,
  },
  {
    name: 'Vận tải Sông Hồng',
    contractCode: '',
    quota: null,
    owner: 'Mai Đức Thắng',
    email: 'thang.mai@example.com',
    subUsers: 1,
  },
]

/** Adds sub-users to the account, and other customers to the console, with random passwords. `now`: unix seconds. */
export async function seedPeople(
  db: Transaction,
  place: { accountId: string; site: string; now: number },
): Promise<void> {
  const { accountId, site, now } = place
  const passwordHash = await hashSecret(randomBytes(32).toString('base64url'))
  const rights = { isSupperAdmin: false, requireChangePass: true, passwordHash }
  const at = (days: number | undefined) => (days === undefined ? 0 : now + days * day)
  for (const { name, email, permission, phone, expires, signedIn } of subUsers) {
    await createUser(
      db,
      { accountId, now: now - 60 * day },
      {
        ...rights,
        name,
        email,
        permission,
        phone: phone ?? '',
        expireDate: at(expires),
        lastSignInAt: signedIn === undefined ? null : now - signedIn,
        isAdmin: false,
        isSubUser: true,
      },
    )
  }
  for (const { owner, email, expires, subUsers, ...terms } of customers) {
    const made = await addAccount(
      db,
      { ...terms, site, now: now - 200 * day, expireDate: at(expires) },
      { ...rights, name: owner, email, permission: 'full-control', isAdmin: true, isSubUser: false },
    )
    if (!made) continue
    for (let number = 1; number <= subUsers; number++) {
      await createUser(
        db,
        { accountId: made.accountId, now },
        {
          ...rights,
          name: `Nhân viên ${number}`,
          email: `nhan-vien-${number}.${email}`,
          permission: 'read-write',
          isAdmin: false,
          isSubUser: true,
        },
      )
    }
  }
}
