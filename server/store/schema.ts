import type { ColumnType } from 'kysely'
import type { AlertKind } from '../../domain/alerts.ts'
import type { AddressState } from '../../domain/notification-group.ts'
import type { Locale } from '../../languages/languages.ts'
import type {
  Acl,
  AuditAction,
  ClientPermission,
  ConfirmationMethod,
  DeliveryProblem,
  DeliveryState,
  ErrorCode,
  Gender,
  JobFailure,
  JobKind,
  JobState,
  Permission,
  ShareMode,
} from '../../openapi/schema.ts'
import type { ConsoleColumn, TrafficColumn } from './traffic-columns.ts'

/**
 * Requests and bytes of a bucket in a day or month; failures, and the console's requests, are null if the storage does
 * not report them separately.
 */
type TrafficRow = { account_id: string; bucket: string } & {
  [Name in TrafficColumn]: Name extends `${string}_error` ? number | null : number
} & Record<ConsoleColumn, number | null>

/** A column that inserts may omit. */
type Defaulted<T> = ColumnType<T, T | undefined, T>

/** The tables, the same in SQLite and PostgreSQL. Times are unix seconds; flags are 0 or 1; ids are UUIDs. */
export type Tables = {
  settings: { name: string; value: string }
  accounts: {
    id: string
    name: string
    storage_uid: string
    /** 0: forever. */
    expire_date: number
    created_at: number
    contract_code: Defaulted<string>
    /** Of the name, for lists: see `namedAccount`. */
    sort_name: Defaulted<string>
    /** Of the name and the contract code. */
    search_text: Defaulted<string>
    site: Defaulted<string>
    /** Bytes; null: without limit. */
    quota: Defaulted<number | null>
    enable_bucket_notification: Defaulted<number>
    suspended: Defaulted<number>
    /** 1: everybody must sign in with two-step verification. */
    require_two_step: Defaulted<number>
    /** 1: everybody must sign in at an OpenID provider. */
    require_sso: Defaulted<number>
    /** 1: the expiry was handled. */
    expired: Defaulted<number>
    /** The last day on which its buckets were measured, and their sum then. */
    sampled_day: Defaulted<number>
    sampled_bytes: Defaulted<number>
    sampled_objects: Defaulted<number>
    /** Days before it are complete in `traffic_days`. */
    traffic_day: Defaulted<number>
    /** When its quota became full, in unix seconds; null: it has room. */
    full_since: Defaulted<number | null>
    /** The last thresholds seen; 0: none. */
    quota_alert: Defaulted<number>
    expiry_alert: Defaulted<number>
    alerts_checked_at: Defaulted<number>
    /** When one of its jobs last began or ended a turn, in unix ms. */
    job_turn_at: Defaulted<number>
  }
  users: {
    id: string
    account_id: string
    /** In lower case; the user signs in with it. */
    email: string
    name: string
    /** Of the name, for lists: see `namedUser`. */
    sort_name: Defaulted<string>
    search_name: Defaulted<string>
    password_hash: string
    pin_hash: string | null
    is_admin: number
    is_supper_admin: number
    is_sub_user: number
    permission: Permission
    /** JSON of a `Scope` (domain/scope.ts); null: not limited. */
    scope: Defaulted<string | null>
    /** Permission and scope are then those of the group; null: the sub-user's own. */
    group_id: Defaulted<string | null>
    require_change_pass: number
    created_at: number
    phone: Defaulted<string>
    company: Defaulted<string>
    gender: Defaulted<Gender>
    address: Defaulted<string>
    /** `2025-` and a code: of the divisions since 1 July 2025, which have no districts. */
    city: Defaulted<string>
    district: Defaulted<string>
    ward: Defaulted<string>
    /** 0: forever. The account's expiry applies too. */
    expire_date: Defaulted<number>
    two_step: Defaulted<number>
    /** Sealed by the vault, with the user's id as context. */
    two_step_secret: Defaulted<string | null>
    /** The time step of the last used code: none up to it is accepted again. Source: RFC 6238, 5.2. */
    two_step_counter: Defaulted<number>
    /** The secret of a set-up that is not confirmed yet, sealed in the same way. */
    two_step_pending: Defaulted<string | null>
    two_step_pending_until: Defaulted<number>
    confirmation_method: Defaulted<ConfirmationMethod>
    last_sign_in_at: Defaulted<number | null>
    /** The console's language at the last sign-in; null: never. */
    locale: Defaulted<Locale | null>
    /** 1: a mailed link or the operator has shown that the address is the user's. */
    email_confirmed: Defaulted<number>
    /** Like the account's. */
    expired: Defaulted<number>
  }
  /** Groups of sub-users. */
  sub_user_groups: {
    id: string
    account_id: string
    name: string
    permission: Permission
    /** As that of a user. */
    scope: string | null
    created_at: number
  }
  /** How far each storage user is in step with the tables. A row outlives its account until its storage user is deleted. */
  storage_users: {
    storage_uid: string
    account_id: string
    /** Counts the changes that must reach the storage. */
    desired_version: Defaulted<number>
    /** The version that the storage has; it is pushed if it is not `desired_version`. */
    applied_version: Defaulted<number>
    /** The version that is being pushed, or whose push was interrupted. */
    applying_version: Defaulted<number | null>
    /** The last time that an interrupted push may have left requests in flight; 0: never. */
    unsure_since: Defaulted<number>
    /** When to verify the storage user; 0: never. */
    verify_at: Defaulted<number>
    /** 1: the quota was set in the console; 0: the storage's own is kept. */
    quota_set: Defaulted<number>
  }
  /**
   * How far the policies of buckets are in step with the scopes: like `storage_users`, for each bucket that a scope
   * had.
   */
  bucket_grants: {
    account_id: string
    bucket: string
    desired_version: number
    applied_version: Defaulted<number>
  }
  sessions: {
    id: string
    user_id: string
    access_hash: string
    access_expires_at: number
    refresh_hash: string
    refresh_expires_at: number
    created_at: number
    confirmed_until: Defaulted<number>
    last_used_at: Defaulted<number>
    address: Defaulted<string>
    user_agent: Defaulted<string>
    /** The id in `sso_identities` by which the session began; null: by the password. */
    sso_identity: Defaulted<string | null>
    sso_provider: Defaulted<string | null>
    /** The session at the provider, as it names it; null: it does not. */
    sso_sid: Defaulted<string | null>
    /** 1: the provider has checked a second factor. */
    second_factor: Defaulted<number>
  }
  /** Archives that users may download, once. `hash`: SHA-256 of the token; `selection`: JSON; `size`: bytes. */
  downloads: { hash: string; user_id: string; expires_at: number; selection: string; size: number }
  /** Pages of files for guests. `token_hash`: SHA-256 of the token in its address. */
  shares: {
    id: string
    account_id: string
    user_id: string
    token_hash: string
    bucket: string
    path: string
    /** null: whichever is the current one. */
    version_id: string | null
    mode: ShareMode
    /** 0: forever. */
    expire_date: number
    password_hash: string | null
    download_limit: number | null
    note: string
    language: Locale | null
    /** Who paused it: a person, or too many wrong passwords; null: it is not. */
    pause: 'person' | 'attack' | null
    created_at: number
    views: Defaulted<number>
    downloads: Defaulted<number>
    last_at: Defaulted<number | null>
    last_from: Defaulted<string>
    /** The downloads that the audit log has, and when the last were written there. */
    audited: Defaulted<number>
    audited_at: Defaulted<number>
  }
  /** Downloads that guests may still resume. `guest`: a keyed digest; `bytes_left`: of requests that are not counted anew. */
  share_downloads: { share_id: string; guest: string; etag: string; bytes_left: number; expires_at: number }
  /** Browsers that users have signed in with. `hash`: SHA-256 of the browser's token. */
  devices: { hash: string; user_id: string; last_used_at: number }
  /** Wrong pins since the last correct one. */
  wrong_pins: { user_id: string; count: number; wait_until: number }
  used_refresh_tokens: { hash: string; session_id: string; used_at: number }
  attempts: { name: string; count: number; reset_at: number }
  account_keys: {
    account_id: string
    access_key: string
    /** Sealed by the vault, with the account's id as context. */
    secret_key: string
    created_at: number
  }
  /** Keyed digests of the unused codes. */
  recovery_codes: { user_id: string; hash: string }
  passkeys: {
    id: string
    user_id: string
    /** Base64url. */
    credential_id: string
    /** A COSE key, base64url. */
    public_key: string
    /** Signatures by it, as it last said; 0 for passkeys that do not count. */
    counter: number
    /** JSON: how browsers reach it. */
    transports: string
    /** The model of what holds it, a UUID; zeros: it does not say. */
    aaguid: string
    name: string
    /** 1: its provider keeps it on several devices. */
    backed_up: number
    created_at: number
    last_used_at: Defaulted<number | null>
  }
  /** Challenges that passkeys have signed, until they expire by themselves. `hash`: SHA-256. */
  used_passkey_challenges: { hash: string; expires_at: number }
  /** What confirmed a user in another way than by PIN or code, once. `hash`: SHA-256 of the ticket. */
  confirmation_tickets: { hash: string; user_id: string; session_id: string; expires_at: number }
  /** `sso`: JSON of an `SsoSignIn` (server/operations/open-session.ts); null: the sign-in began with the password. */
  sign_in_challenges: { hash: string; user_id: string; expires_at: number; sso: Defaulted<string | null> }
  /** Sign-ins at providers that are under way. Hashes: SHA-256. `session_id`: of the session that one confirms. */
  sso_requests: {
    state_hash: string
    secret_hash: string
    provider: string
    return_to: string
    expires_at: number
    session_id: string | null
  }
  /** Who a user is at OpenID providers. */
  sso_identities: {
    id: string
    user_id: string
    issuer: string
    subject: string
    created_at: number
    last_used_at: number
    /** The user's own expiry before the rules ended the rights; null: they have not. */
    ended_from: number | null
  }
  /** Identities that wait for the password of their user. `terms`: JSON of `SsoTerms` (domain/sso-rules.ts). */
  sso_links: {
    hash: string
    user_id: string
    issuer: string
    subject: string
    provider: string
    terms: string
    sid: Defaulted<string | null>
    expires_at: number
  }
  /** By what a provider is asked whether it still lets a person in, while the person has a session. */
  sso_grants: {
    id: string
    issuer: string
    subject: string
    provider: string
    /** Sealed. */
    refresh_token: string
    checked_at: number
  }
  /** Words of providers that a person has signed out there. `hash`: SHA-256 of provider and id. */
  used_logout_tokens: { hash: string; expires_at: number }
  password_resets: { hash: string; user_id: string; expires_at: number }
  pin_resets: { user_id: string; hash: string; expires_at: number }
  /** `email`: the new address, to which the link is mailed; one row per user. */
  email_changes: { hash: string; user_id: string; email: string; origin: string; expires_at: number }
  /** `email`: the old address, to which the link is mailed; it is reserved until the link expires. */
  email_undos: {
    hash: string
    user_id: string
    email: string
    changed_at: number
    expires_at: number
    /** Increases with the changes of a user. */
    position: Defaulted<number>
  }
  /** Users who have set no password yet. `hash`: SHA-256 of the token of the link. */
  invitations: { user_id: string; hash: string; expires_at: number }
  /** Mails waiting to be sent. A claim increments `tries` and postpones `due_at` by longer than sending takes. */
  mails: {
    id: string
    /** Sealed by the vault, with `mail` and the id as context. */
    request: string
    due_at: number
    tries: number
    expires_at: number
    /** The account whose events it lists; null: any other mail, which somebody waits for. */
    events_of: Defaulted<string | null>
  }
  /** Work in batches. A claim writes its `holder`, who may write only while its lease lasts. */
  jobs: {
    id: string
    account_id: string
    /** Who started it; the user may have been deleted since. */
    user_id: string
    /** JSON: where it was started from, for the audit log. */
    visitor: string
    kind: JobKind
    bucket: string
    /** Like `identity` of `server/storage/buckets.ts`. */
    bucket_identity: string
    /** As `source` and `sources` of `Job` in the contract. */
    source: Defaulted<string | null>
    sources: Defaulted<number>
    /** The target of a copy or move. */
    target_bucket: Defaulted<string | null>
    target_key: Defaulted<string | null>
    acl: Defaulted<Acl | null>
    /** JSON */
    input: string
    state: JobState
    /** Kind, account, bucket and `about` until it ends: only one such job may be live. */
    live: string | null
    /** 1: it must end after its batch. */
    cancelling: Defaulted<number>
    /** JSON; null: at the beginning. */
    cursor: Defaulted<string | null>
    done: Defaulted<number>
    failed: Defaulted<number>
    skipped: Defaulted<number>
    total: Defaulted<number | null>
    bytes: Defaulted<number>
    error: Defaulted<ErrorCode | null>
    holder: Defaulted<string | null>
    /** When another process may claim it. */
    lease_until: Defaulted<number>
    /** Claims since its last batch. */
    tries: Defaulted<number>
    created_at: number
    started_at: Defaulted<number | null>
    updated_at: number
    ended_at: Defaulted<number | null>
  }
  /** The first 10,000 failures of each job. */
  job_failures: {
    job_id: string
    number: number
    key: string
    version_id: string | null
    code: ErrorCode
    lock: JobFailure['lock']
    until: number | null
  }
  /** What may be undone: a job, under its id, or what was done at once. Each for a day. */
  undo_acts: {
    id: string
    account_id: string
    user_id: string
    act: 'move' | 'copy' | 'delete'
    bucket: string
    /** Of a move or copy. */
    target_bucket: string | null
    /** How many entries it has; -1: too many to be undone. */
    entries: Defaulted<number>
    /** The job that undoes it. */
    undone_by: Defaulted<string | null>
    created_at: number
  }
  /** `entry`: JSON. */
  undo_entries: { act_id: string; key: string; entry: string }
  access_keys: {
    access_key: string
    user_id: string
    /** Sealed by the vault, with the user's id as context. */
    secret_key: string
    name: string
    enabled: number
    /** 1: the key that the console itself signs with for a sub-user; it is not listed. */
    console: number
    /** The limit of the key; null, with the scope null: none. */
    permission: Defaulted<Permission | null>
    /** JSON; null: not limited to folders. */
    scope: Defaulted<string | null>
    created_at: number
    /** 0: forever; at that time the key is disabled. */
    expire_date: Defaulted<number>
  }
  api_clients: {
    id: string
    user_id: string
    name: string
    token_hash: string
    permission: ClientPermission
    expire_date: number
    created_at: number
    last_used_at: number | null
  }
  notification_groups: {
    id: string
    account_id: string
    name: string
    /** A JSON list. */
    emails: string
    created_at: number
    /** A JSON list of the alerts that the group receives. */
    alerts: Defaulted<string>
  }
  /** Each address of an account's notification groups, once. */
  notification_addresses: {
    id: string
    account_id: string
    email: string
    state: AddressState
    /** SHA-256 of the token of the link that confirms it, until it expires. */
    link_hash: Defaulted<string | null>
    link_expires_at: Defaulted<number>
  }
  /** Alerts that were sent; `emails`: the addresses, a JSON list. */
  alerts: {
    id: string
    account_id: string
    kind: AlertKind
    threshold: number
    at: number
    /** Bytes. */
    used: number | null
    total: number | null
    expire_date: number | null
    emails: string
  }
  /** Changes that have begun, by user, the proxy's name for the request, and a hash of its method and URL. */
  begun_requests: { id: string; at: number }
  /** Topics of bucket notifications. The storage has them too, by account and name. */
  topics: {
    id: string
    account_id: string
    name: string
    /** Distinguishes the storage's topic from a later one of the same name. */
    stamp: string
    /** An HTTP(S) URL; '' if its events are mailed, or sent nowhere. */
    address: string
    /** The notification group that its events are mailed to. */
    group_id: Defaulted<string | null>
    /** Sealed by the vault, with `topic` and the id as context. */
    secret: string
    /** The previous secret, sealed in the same way, which also signs until it expires. */
    old_secret: Defaulted<string | null>
    old_secret_until: Defaulted<number>
    paused: Defaulted<number>
    /** `opaqueData` of its events. */
    opaque: Defaulted<string>
    /** The highest number of its deliveries. */
    last_number: Defaulted<number>
    /** Events that found the queue full, and were not reported yet. */
    lost: Defaulted<number>
    /** How many of its deliveries are in each state. */
    pending: Defaulted<number>
    delivered: Defaulted<number>
    failed: Defaulted<number>
    /** 1: it is deleted, and its deliveries are being removed. */
    gone: Defaulted<number>
    /** When it was last resumed: pending events then have another day. */
    renewed_at: Defaulted<number>
    /** The inbox that Ceph RGW last got; '' if unknown, null if the topic is not at RGW. */
    inbox: Defaulted<string | null>
    /** When Ceph RGW last held it otherwise than the console wrote it. */
    altered_at: Defaulted<number | null>
    /** When its address answered 410, for which it was paused; null once it is resumed, or has another address. */
    refused_at: Defaulted<number | null>
    /** Failed attempts since the last success. */
    failures: Defaulted<number>
    failing_since: Defaulted<number | null>
    /** Nothing is sent before this time. */
    retry_at: Defaulted<number>
    /** The process that delivers its events, until its lease ends. */
    holder: Defaulted<string | null>
    lease_until: Defaulted<number>
    created_at: number
  }
  /** What happened, stored while it has deliveries. `body`: JSON, without what a delivery adds to it. */
  events: { id: string; name: string; bucket: string; key: string; body: string; created_at: number }
  /** Events for a topic. Those of one `line`, the changes of one object, are sent in order: only its `head` is. */
  deliveries: {
    /** `webhook-id`. */
    id: string
    topic_id: string
    number: number
    line: string
    event_id: string
    /** The id of the notification that it matches; null: the event's body is all. */
    configuration: string | null
    state: DeliveryState
    head: number
    due_at: number
    tries: Defaulted<number>
    /** HTTP status of the last response. */
    status: Defaulted<number | null>
    created_at: number
    /** After this time, a failure is final. */
    expires_at: number
    ended_at: Defaulted<number | null>
  }
  /** `ms`: how long it took; `answer`: the first bytes of the response; `next_at` null: it was the last. */
  delivery_attempts: {
    delivery_id: string
    number: number
    at: number
    ms: number
    status: number | null
    problem: DeliveryProblem | null
    answer: string
    next_at: number | null
  }
  /** `day`: days since 1 January 1970, UTC. */
  traffic_days: TrafficRow & { day: number }
  traffic_months: TrafficRow & { month: number }
  /** The contents of a bucket from a day on, until its next row; null: it did not exist, or was not measured. */
  bucket_samples: {
    account_id: string
    bucket: string
    day: number
    at: number
    bytes: number | null
    objects: number | null
  }
  audit: {
    /** Sorts by time. */
    id: string
    at: number
    account_id: string | null
    account: string
    user: string
    action: AuditAction
    target: string
    /** For older records; else empty. */
    detail: string
    /** JSON; null: no detail, or an older record. */
    data: string | null
    address: string
    device: string
  }
}
