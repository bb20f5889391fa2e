import type { Permission } from '../../openapi/schema.ts'

/** The tables, the same in SQLite and PostgreSQL. Times are unix seconds; flags are 0 or 1; ids are UUIDs. */
export type Tables = {
  settings: { name: string; value: string }
  accounts: {
    id: string
    name: string
    storage_uid: string
    /** 0: for ever. */
    expire_date: number
    created_at: number
  }
  users: {
    id: string
    account_id: string
    /** In lower case; what the user signs in with. */
    email: string
    name: string
    password_hash: string
    pin_hash: string | null
    is_admin: number
    is_supper_admin: number
    is_sub_user: number
    permission: Permission
    require_change_pass: number
    created_at: number
  }
  sessions: {
    id: string
    user_id: string
    access_hash: string
    access_expires_at: number
    refresh_hash: string
    refresh_expires_at: number
    created_at: number
  }
  used_refresh_tokens: { hash: string; session_id: string; used_at: number }
  attempts: { name: string; count: number; reset_at: number }
  account_keys: {
    account_id: string
    access_key: string
    /** Sealed by the vault, with the account's id as context. */
    secret_key: string
    created_at: number
  }
}
