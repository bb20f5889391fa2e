import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mails as texts } from '../../languages/languages.ts'
import type {
  AccessKey,
  AuditAction,
  Job,
  ObjectDetails,
  SignedUrls,
  VersionPage,
} from '../../openapi/schema.ts'
import { fillIn } from '../../server/brand/fill-in.ts'
import { unsubscribeToken } from '../../server/mail/links.ts'
import { type SecurityAct, securityEvents } from '../../server/mail/security-notice.ts'
import { mailCodeIn, resetLinkIn, tokenIn } from '../support/mail.ts'
import { told } from './support/audit.ts'
import { type Answer, owner, type Visitor } from './support/console.ts'
import { addPasskey, byName } from './support/passkeys.ts'
import { clientOf, makePeople, type Person, password, pin } from './support/people.ts'
import { request, type Said } from './support/requests.ts'
import { challengeOf, switchTwoStepOn, verify } from './support/two-step.ts'
import { shared, sharedConsole, sharedMail } from './support/with-console.ts'

type Id = Parameters<typeof request>[1]

const agent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const device = 'Chrome 142, Windows 10'
const newPassword = 'Mat-Khau#2026'
const wrongPassword = 'Sai-Mat-Khau#1'
const newPin = 'pin-moi-73914'
const wrongPin = 'pin-sai-73914'

const log: string[] = []
/** Every answer that may be asked for again: none of them may hold a secret. */
const answers: string[] = []
const secrets = new Set([password, newPassword, wrongPassword, newPin, wrongPin])

const mail = sharedMail()
const console = sharedConsole(() => ({ KHO_SMTP_URL: mail.url, KHO_LOG_LEVEL: 'trace' }), {
  logTo: { write: line => log.push(line) },
})
const people = shared(() => makePeople(console))

/** Someone of an account of their own, who uses Chrome on Windows. */
type Actor = { person: Person; name: string; visitor: Visitor }

async function visit(person: Person): Promise<Visitor> {
  const visitor = await people.visit(person, { confirmed: true })
  visitor.headers = { ...visitor.headers, 'user-agent': agent }
  secrets.add(visitor.cookie.split('=')[1]!).add(visitor.refreshToken)
  return visitor
}

async function actorOf(action: string, prefix = ''): Promise<Actor> {
  const name = prefix + action.toLowerCase().replaceAll('_', '-')
  const person = await people.owner(name)
  return { person, name, visitor: await visit(person) }
}

async function ask<T>(visitor: Visitor, id: Id, said: Said = {}): Promise<T> {
  const answer = await request(visitor, id, said)
  if (answer.status >= 300) throw new Error(`${id}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body as T
}

/** Calls what is to be refused. */
async function refused(answer: Promise<Answer>): Promise<void> {
  const { status, body } = await answer
  answers.push(JSON.stringify(body))
  if (status < 400) throw new Error(`${status}`)
}

async function key({ visitor }: Actor): Promise<AccessKey> {
  const made = await ask<{ key: AccessKey; secret_key: string }>(visitor, 'createAccessKey', {
    body: { name: 'Sao lưu' },
  })
  secrets.add(made.secret_key)
  return made.key
}

async function client({ visitor }: Actor): Promise<string> {
  const made = await ask<{ client: { id: string }; token: string }>(visitor, 'createApiClient', {
    body: { name: 'Báo cáo', permission: 'read' },
  })
  secrets.add(made.token)
  return made.client.id
}

async function group({ visitor }: Actor, email = 'a@example.com'): Promise<string> {
  const body = { name: 'Kế toán', emails: [email] }
  return (await ask<{ id: string }>(visitor, 'createNotificationGroup', { body })).id
}

/** An address of a new group, and the token that was mailed to it. */
async function mailedAddress(actor: Actor): Promise<{ email: string; token: string }> {
  const email = `to-${actor.name}@example.com`
  await group(actor, email)
  await console.kho.services.mails.run()
  const token = tokenIn(await mail.next(email), 'confirm-address')
  secrets.add(token)
  return { email, token }
}

/** A topic that is mailed: names of hosts are not resolved here. */
async function topic(actor: Actor): Promise<string> {
  const { db } = console.kho.services
  await db.updateTable('accounts').set({ enable_bucket_notification: 1 }).execute()
  const body = { name: 'don-hang', address: null, group_id: await group(actor) }
  return (await ask<{ name: string }>(actor.visitor, 'createTopic', { body })).name
}

async function secret(actor: Actor, id: 'revealTopicSecret' | 'rotateTopicSecret'): Promise<string> {
  const name = await topic(actor)
  const found = await ask<{ secret: string }>(actor.visitor, id, { body: { name } })
  secrets.add(found.secret)
  return name
}

/** A share of a file in a new bucket. */
async function share(actor: Actor): Promise<{ bucket: string; id: string }> {
  const name = await bucket(actor)
  const s3 = await clientOf(console, actor.person)
  await s3.putObject({ Bucket: name, Key: 'ghi chú.txt', Body: 'kho' })
  const made = await ask<{ share: { id: string }; url: string }>(actor.visitor, 'createShare', {
    body: { bucket: name, path: 'ghi chú.txt' },
  })
  secrets.add(made.url.split('/s/')[1]!)
  return { bucket: name, id: made.share.id }
}

async function notification(actor: Actor): Promise<{ bucket: string; name: string }> {
  await topic(actor)
  const name = await bucket(actor)
  const body = {
    bucket: name,
    topic: 'don-hang',
    events: ['s3:ObjectCreated:*'],
    prefix: 'ảnh/',
    suffix: '.jpg',
  }
  const made = await ask<{ name: string }>(actor.visitor, 'setBucketNotification', { body })
  return { bucket: name, name: made.name }
}

async function subUser({ visitor, name }: Actor, expireDate = 0): Promise<{ id: string; email: string }> {
  const email = `sub-of-${name}@example.com`
  const body = { email, permission: 'read', password: newPassword, expire_date: expireDate }
  return { id: (await ask<{ id: string }>(visitor, 'createSubUser', { body })).id, email }
}

async function subUserGroup({ visitor }: Actor): Promise<string> {
  return (await ask<{ id: string }>(visitor, 'createSubUserGroup')).id
}

/** A sub-user who has an invitation; gives its token. */
async function invited({ visitor, name }: Actor): Promise<{ id: string; email: string; token: string }> {
  const email = `sub-of-${name}@example.com`
  const body = { email, permission: 'read', password: undefined }
  const { id } = await ask<{ id: string }>(visitor, 'createSubUser', { body })
  await console.kho.services.mails.run()
  const token = tokenIn(await mail.next(email), 'invitation')
  secrets.add(token)
  return { id, email, token }
}

async function bucket({ visitor, name }: Actor): Promise<string> {
  await ask(visitor, 'createBucket', { body: { bucket: name } })
  return name
}

/** A folder in a new bucket, as what is done to one file names it. */
async function folderIn(actor: Actor): Promise<{ bucket: string; path: string }> {
  const name = await bucket(actor)
  await ask(actor.visitor, 'createFolder', { body: { bucket: name, folder: 'ảnh/' } })
  return { bucket: name, path: 'ảnh/' }
}

/** A bucket, and what names it in a change of the setting that `read` tells. */
async function bucketWith(actor: Actor, read: Id) {
  const target = await bucket(actor)
  const { revision } = await ask<{ revision: string }>(actor.visitor, read, { values: { bucket: target } })
  return { target, body: { bucket: target, revision } }
}

/** Puts a policy to a new bucket, and gives its revision. */
async function putPolicy({ visitor }: Actor, name: string): Promise<{ revision: string }> {
  const { revision } = await ask<{ revision: string }>(visitor, 'getBucketPolicy', {
    values: { bucket: name },
  })
  const statement = { Effect: 'Allow', Principal: '*', Action: 's3:GetObject' }
  const policy = JSON.stringify({ Statement: { ...statement, Resource: `arn:aws:s3:::${name}/*` } })
  return ask(visitor, 'putBucketPolicy', { body: { bucket: name, policy, revision } })
}

async function stateOf({ visitor }: Actor, id: string): Promise<string> {
  return (await ask<Job>(visitor, 'getJob', { values: { id } })).state
}

/** Copies, moves or renames a file of a bucket. */
async function copyOf(
  { visitor }: Actor,
  name: string,
  id: 'copyObjects' | 'moveObjects' | 'renameObject',
): Promise<void> {
  const files = [{ key: 'ảnh/a.txt', size: 1 }]
  const { urls } = await ask<SignedUrls>(visitor, 'getPutUrls', { body: { bucket: name, files } })
  await fetch(urls[0]!, { method: 'PUT', body: 'x' })
  const body =
    id === 'renameObject'
      ? { bucket: name, key: 'ảnh/a.txt', name: 'b.txt' }
      : { bucket: name, keys: ['ảnh/a.txt'], target_bucket: name, target_folder: 'b/' }
  await ask(visitor, id, { body })
}

async function account(visitor: Visitor, name: string): Promise<string> {
  const body = { name, owner_email: `owner-of-${name}@example.com`, password: newPassword }
  return (await ask<{ id: string }>(visitor, 'createAccount', { body })).id
}

async function authenticator({ visitor }: Actor) {
  const app = await switchTwoStepOn(console, visitor, password)
  secrets.add(app.secret)
  for (const code of [app.code(-1), app.code(), ...app.recoveryCodes]) secrets.add(code)
  // The authenticator moves the clock: the confirmation of before may be over.
  return app
}

async function mailedToken({ person, visitor }: Actor): Promise<string> {
  await ask(visitor, 'requestResetPassword', { body: { email: person.email } })
  const token = new URL(resetLinkIn(await mail.next(person.email))).hash.slice(1)
  secrets.add(token)
  return token
}

async function mailedCode({ person, visitor }: Actor): Promise<string> {
  await ask(visitor, 'requestResetPin')
  const code = mailCodeIn(await mail.next(person.email))
  secrets.add(code)
  return code
}

/** Asks for a new address; gives it with the token mailed to it. */
async function newEmail({ name, visitor }: Actor): Promise<{ email: string; token: string }> {
  const email = `moi-${name}@example.com`
  await ask(visitor, 'requestEmailChange', { body: { email } })
  await console.kho.services.mails.run()
  const token = tokenIn(await mail.next(email), 'confirm-email')
  secrets.add(token)
  return { email, token }
}

type What = {
  target?: string
  detail?: string
  user?: string
  device?: string
  address?: string
  account?: string
}
/** Does the act, and says what its record must tell beside who did it from where. */
type Act = (actor: Actor) => Promise<What | undefined>

/** Acts of nobody who signs in; `replace-secret.test.ts` has their records. */
type OfCommands = 'SECRET_REPLACED'

/** Acts of guests; `shares.test.ts` has their records. */
type OfGuests = 'SHARE_DOWNLOADED' | 'SHARE_ATTACKED'

/** Acts at a provider, and past it; `sso.test.ts` and `required-sso.test.ts` have their records. */
type OfProviders = 'SSO_LINKED' | 'SSO_BYPASSED'

const own: Record<Exclude<AuditAction, OfSuperAdmin | OfCommands | OfProviders | OfGuests>, Act> = {
  async SIGN_IN({ person, visitor }) {
    await visitor.signIn({ username: person.email, password })
    return {}
  },
  async SIGN_IN_FAILED({ person, visitor }) {
    await refused(visitor.signIn({ username: person.email, password: wrongPassword }))
    return { detail: 'INVALID_CREDENTIALS' }
  },
  async SIGN_IN_BEGUN(actor) {
    await authenticator(actor)
    await challengeOf(actor.visitor, { username: actor.person.email, password })
    return {}
  },
  async SIGN_OUT({ visitor }) {
    await ask(visitor, 'logout')
    return {}
  },
  async SESSION_ENDED({ person, visitor }) {
    await people.visit(person)
    await ask(visitor, 'endOtherSessions')
    return { detail: '1' }
  },
  async SESSION_LIMIT_REACHED({ person }) {
    for (let i = 0; i < 49; i++) await people.visit(person)
    const visitor = console.visitor()
    visitor.headers = { ...visitor.headers, 'user-agent': agent }
    await visitor.signIn({ username: person.email, password })
    return { target: '203.0.113.7' }
  },
  async EMAIL_REFUSED({ visitor }) {
    const body = { email: owner.username }
    await refused(request(visitor, 'createSubUser', { body }))
    return { target: owner.username }
  },
  async TOKEN_REUSED({ visitor }) {
    const stolen = visitor.refreshToken
    await visitor.refresh()
    await refused(visitor.refresh(stolen))
    return {}
  },
  async PASSWORD_CHANGED({ visitor }) {
    await ask(visitor, 'changePassword', { body: { current_password: password, new_password: newPassword } })
    return {}
  },
  async PASSWORD_CHANGE_FAILED({ visitor }) {
    const body = { current_password: wrongPassword, new_password: newPassword }
    await refused(request(visitor, 'changePassword', { body }))
    return { detail: 'CURRENT_PASSWORD_INCORRECT' }
  },
  async PASSWORD_RESET_REQUESTED(actor) {
    await mailedToken(actor)
    return {}
  },
  async PASSWORD_RESET(actor) {
    const token = await mailedToken(actor)
    await ask(actor.visitor, 'resetPassword', { body: { token, new_password: newPassword } })
    return {}
  },
  async PIN_SET({ person, visitor }) {
    const { db } = console.kho.services
    await db.updateTable('users').set({ pin_hash: null }).where('id', '=', person.id).execute()
    await ask(visitor, 'initPin', { body: { pin: newPin } })
    return {}
  },
  async PIN_CHANGED({ visitor }) {
    await ask(visitor, 'changePin', { body: { pin, new_pin: newPin } })
    return {}
  },
  async PIN_CHANGE_FAILED({ visitor }) {
    await refused(request(visitor, 'changePin', { body: { pin: wrongPin, new_pin: newPin } }))
    return { detail: 'PIN_MISMATCH' }
  },
  async PIN_RESET_REQUESTED(actor) {
    await mailedCode(actor)
    return {}
  },
  async PIN_RESET(actor) {
    const code = await mailedCode(actor)
    await ask(actor.visitor, 'resetPin', { body: { code, new_pin: newPin } })
    return {}
  },
  async PIN_RESET_FAILED(actor) {
    const code = (await mailedCode(actor)) === '000000' ? '000001' : '000000'
    await refused(request(actor.visitor, 'resetPin', { body: { code, new_pin: newPin } }))
    return { detail: 'INVALID_TOKEN' }
  },
  async TWO_STEP_ON(actor) {
    await authenticator(actor)
    return {}
  },
  async TWO_STEP_OFF(actor) {
    const app = await authenticator(actor)
    await ask(actor.visitor, 'endTwoStep', { body: { code: app.code() } })
    return {}
  },
  async TWO_STEP_FAILED(actor) {
    const app = await authenticator(actor)
    const challenge = await challengeOf(actor.visitor, { username: actor.person.email, password })
    secrets.add(challenge)
    const code = app.code() === '000000' ? '000001' : '000000'
    await refused(verify(actor.visitor, challenge, code))
    return { detail: 'sign-in' }
  },
  async RECOVERY_CODE_USED(actor) {
    const { recoveryCodes } = await authenticator(actor)
    await ask(actor.visitor, 'endTwoStep', { body: { code: recoveryCodes[0]! } })
    return { detail: 'off' }
  },
  async RECOVERY_CODES_RENEWED(actor) {
    const app = await authenticator(actor)
    const { recovery_codes } = await ask<{ recovery_codes: string[] }>(actor.visitor, 'renewRecoveryCodes', {
      body: { code: app.code() },
    })
    for (const code of recovery_codes) secrets.add(code)
    return {}
  },
  async PASSKEY_ADDED({ visitor }) {
    await addPasskey(byName(visitor), 'Điện thoại')
    return { target: 'Điện thoại' }
  },
  async PASSKEY_RENAMED({ visitor }) {
    const { passkey } = await addPasskey(byName(visitor), 'Điện thoại')
    await ask(visitor, 'renamePasskey', { body: { id: passkey.id, name: 'Máy tính' } })
    return { target: 'Điện thoại', detail: 'name: Điện thoại → Máy tính' }
  },
  async PASSKEY_REMOVED({ visitor }) {
    const { passkey } = await addPasskey(byName(visitor), 'Điện thoại')
    await ask(visitor, 'deletePasskey', { body: { id: passkey.id } })
    return { target: 'Điện thoại' }
  },
  async CONFIRMATION_METHOD_CHANGED(actor) {
    await authenticator(actor)
    await ask(actor.visitor, 'changeMethodPin', { body: { method: 'two-step', pin } })
    return { detail: 'pin → two-step' }
  },
  async IDENTITY_CONFIRMED({ visitor }) {
    await ask(visitor, 'confirmIdentity', { body: { pin } })
    return {}
  },
  async IDENTITY_REFUSED({ visitor }) {
    await refused(request(visitor, 'confirmIdentity', { body: { pin: wrongPin } }))
    return {}
  },
  async ACCESS_KEY_CREATED(actor) {
    return { target: (await key(actor)).access_key, detail: 'Sao lưu' }
  },
  async ACCESS_KEY_CHANGED(actor) {
    const { access_key } = await key(actor)
    await ask(actor.visitor, 'changeAccessKey', { body: { access_key, permission: 'read' } })
    return { target: access_key, detail: 'permission:  → read' }
  },
  async ACCESS_KEY_DISABLED(actor) {
    const { access_key } = await key(actor)
    await ask(actor.visitor, 'changeAccessKey', { body: { access_key, enabled: false } })
    return { target: access_key, detail: 'Sao lưu' }
  },
  async ACCESS_KEY_ENABLED(actor) {
    const { access_key } = await key(actor)
    await ask(actor.visitor, 'changeAccessKey', { body: { access_key, enabled: false } })
    await ask(actor.visitor, 'changeAccessKey', { body: { access_key, enabled: true } })
    return { target: access_key, detail: 'Sao lưu' }
  },
  async ACCESS_KEY_DELETED(actor) {
    const { access_key } = await key(actor)
    await ask(actor.visitor, 'deleteAccessKey', { body: { access_key } })
    return { target: access_key, detail: 'Sao lưu' }
  },
  async API_CLIENT_CREATED(actor) {
    await client(actor)
    return { target: 'Báo cáo', detail: 'read' }
  },
  async API_CLIENT_DELETED(actor) {
    await ask(actor.visitor, 'deleteApiClient', { body: { id: await client(actor) } })
    return { target: 'Báo cáo' }
  },
  async SUB_USER_CREATED(actor) {
    return { target: (await subUser(actor)).email, detail: 'read' }
  },
  async SUB_USER_CHANGED(actor) {
    const { id, email } = await subUser(actor)
    await ask(actor.visitor, 'changeSubUser', { body: { id, permission: 'read-write' } })
    return { target: email, detail: 'permission: read → read-write' }
  },
  async SUB_USER_DELETED(actor) {
    const { id, email } = await subUser(actor)
    await ask(actor.visitor, 'deleteSubUser', { body: { id } })
    return { target: email }
  },
  async SUB_USER_GROUP_CREATED(actor) {
    await subUserGroup(actor)
    return { target: 'Kế toán', detail: 'read' }
  },
  async SUB_USER_GROUP_CHANGED(actor) {
    const values = { id: await subUserGroup(actor) }
    await ask(actor.visitor, 'changeSubUserGroup', { values, body: { name: 'Kho' } })
    return { target: 'Kế toán', detail: 'Kế toán → Kho; permission: read → read-write' }
  },
  async SUB_USER_GROUP_DELETED(actor) {
    await ask(actor.visitor, 'deleteSubUserGroup', { values: { id: await subUserGroup(actor) } })
    return { target: 'Kế toán' }
  },
  async SIGN_IN_RESET(actor) {
    const { id, email } = await subUser(actor)
    const parts = ['password', 'pin', 'two-step']
    const reset = await ask<{ password: string }>(actor.visitor, 'resetSubUser', { body: { id, parts } })
    secrets.add(reset.password)
    return { target: email, detail: 'password, pin, two-step' }
  },
  async EMAIL_CHANGE_REQUESTED(actor) {
    const { email } = await newEmail(actor)
    return { target: email }
  },
  async EMAIL_CHANGE_FAILED(actor) {
    const { email, token } = await newEmail(actor)
    await refused(request(actor.visitor, 'changeEmail', { body: { token, password: wrongPassword } }))
    return { target: email, detail: 'CURRENT_PASSWORD_INCORRECT' }
  },
  async EMAIL_CHANGED(actor) {
    const { email, token } = await newEmail(actor)
    await ask(actor.visitor, 'changeEmail', { body: { token, password } })
    return { target: email, detail: `${actor.person.email} → ${email}` }
  },
  async EMAIL_CHANGE_UNDONE(actor) {
    const { email, token } = await newEmail(actor)
    await ask(actor.visitor, 'changeEmail', { body: { token, password } })
    await console.kho.services.mails.run()
    const undo = tokenIn(await mail.next(actor.person.email), 'undo-email')
    secrets.add(undo)
    await ask(actor.visitor, 'undoEmailChange', { body: { token: undo, new_password: newPassword } })
    return { target: actor.person.email, detail: `${email} → ${actor.person.email}` }
  },
  async INVITATION_SENT(actor) {
    const { id, email } = await invited(actor)
    await ask(actor.visitor, 'inviteSubUser', { body: { id } })
    return { target: email }
  },
  async INVITATION_ACCEPTED(actor) {
    const { email, token } = await invited(actor)
    await ask(actor.visitor, 'resetPassword', { body: { token, new_password: newPassword } })
    return { user: email }
  },
  async SUB_USER_EXPIRED(actor) {
    const { email } = await subUser(actor, Math.floor(console.clock.now / 1000) + 60)
    console.clock.now += 61_000
    await console.kho.services.sweeper.run()
    return { target: email, user: '', address: '', device: '' }
  },
  async PROFILE_CHANGED({ person, visitor }) {
    await ask(visitor, 'changeProfile', { body: { fullName: person.email.split('@')[0]!, phone: '' } })
    return { target: person.email, detail: 'company, gender, address, city, ward' }
  },
  async NOTIFICATION_GROUP_CREATED(actor) {
    await group(actor)
    return { target: 'Kế toán', detail: 'a@example.com' }
  },
  async NOTIFICATION_GROUP_CHANGED(actor) {
    const values = { id: await group(actor) }
    const body = { name: 'Kế toán', emails: ['b@example.com'] }
    await ask(actor.visitor, 'changeNotificationGroup', { values, body })
    return { target: 'Kế toán', detail: 'a@example.com → b@example.com' }
  },
  async NOTIFICATION_GROUP_DELETED(actor) {
    await ask(actor.visitor, 'deleteNotificationGroup', { values: { id: await group(actor) } })
    return { target: 'Kế toán' }
  },
  async NOTIFICATION_ADDRESS_REQUESTED(actor) {
    const email = `to-${actor.name}@example.com`
    await group(actor, email)
    await ask(actor.visitor, 'sendAddressConfirmation', { body: { email } })
    return { target: email }
  },
  async NOTIFICATION_ADDRESS_CONFIRMED(actor) {
    const { email, token } = await mailedAddress(actor)
    await ask(actor.visitor, 'confirmAddress', { body: { token } })
    return { user: email, target: email }
  },
  async NOTIFICATION_ADDRESS_UNSUBSCRIBED(actor) {
    const { email } = await mailedAddress(actor)
    const { db, vault } = console.kho.services
    const { id } = await db
      .selectFrom('notification_addresses')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const token = unsubscribeToken(vault, id)
    secrets.add(token)
    await ask(actor.visitor, 'unsubscribe', { body: { token } })
    return { user: email, target: email }
  },
  async TOPIC_CREATED(actor) {
    return { target: await topic(actor), detail: 'mail' }
  },
  async TOPIC_CHANGED(actor) {
    const name = await topic(actor)
    await ask(actor.visitor, 'changeTopic', { body: { name, paused: true } })
    return { target: name, detail: 'paused: false → true' }
  },
  async TOPIC_DELETED(actor) {
    const name = await topic(actor)
    await ask(actor.visitor, 'deleteTopic', { body: { name, typed: name } })
    return { target: name }
  },
  async TOPIC_SECRET_SEEN(actor) {
    return { target: await secret(actor, 'revealTopicSecret') }
  },
  async TOPIC_SECRET_ROTATED(actor) {
    return { target: await secret(actor, 'rotateTopicSecret') }
  },
  async TOPIC_TESTED(actor) {
    const name = await topic(actor)
    await ask(actor.visitor, 'testTopic', { body: { name } })
    return { target: name }
  },
  async TOPIC_EVENTS_RESENT(actor) {
    const name = await topic(actor)
    await ask(actor.visitor, 'changeTopic', { body: { name, paused: true } })
    const { id } = await ask<{ id: string }>(actor.visitor, 'testTopic', { body: { name } })
    await console.kho.services.db.updateTable('deliveries').set({ state: 'failed' }).execute()
    await ask(actor.visitor, 'resendDeliveries', { body: { name, id } })
    return { target: name, detail: '1' }
  },
  async BUCKET_NOTIFICATION_CREATED(actor) {
    const { bucket } = await notification(actor)
    return { target: bucket, detail: 'don-hang s3:ObjectCreated:* ảnh/* *.jpg' }
  },
  async BUCKET_NOTIFICATION_DELETED(actor) {
    const made = await notification(actor)
    await ask(actor.visitor, 'deleteBucketNotification', { body: { ...made, typed: made.name } })
    return { target: made.bucket, detail: made.name }
  },
  async BUCKET_VERSIONING_CHANGED(actor) {
    const { target, body } = await bucketWith(actor, 'getBucketVersioning')
    await ask(actor.visitor, 'putBucketVersioning', { body })
    return { target, detail: 'versioning: off → enabled' }
  },
  async BUCKET_QUOTA_CHANGED(actor) {
    const { target, body } = await bucketWith(actor, 'getBucketQuota')
    await ask(actor.visitor, 'putBucketQuota', { body: { ...body, quota: 5000 } })
    return { target, detail: 'quota: none → 5000' }
  },
  async BUCKET_LOCK_CHANGED(actor) {
    const { target, body } = await bucketWith(actor, 'getBucketObjectLock')
    await ask(actor.visitor, 'putBucketObjectLock', { body })
    return { target, detail: 'object lock: off → governance 30 days' }
  },
  async BUCKET_LIFECYCLE_CHANGED(actor) {
    const { target, body } = await bucketWith(actor, 'getBucketLifecycle')
    await ask(actor.visitor, 'putBucketLifecycle', { body })
    return { target, detail: 'rules: none → "tam/: current 30, uploads 7"' }
  },
  async BUCKET_CREATED(actor) {
    return { target: await bucket(actor) }
  },
  async BUCKET_ACL_CHANGED(actor) {
    const name = await bucket(actor)
    const read = { values: { bucket: name } }
    const { revision } = await ask<{ revision: string }>(actor.visitor, 'getBucketAcl', read)
    await ask(actor.visitor, 'putBucketAcl', { body: { bucket: name, acl: 'public', revision } })
    return { target: name, detail: 'public' }
  },
  async LINK_CREATED(actor) {
    const name = await bucket(actor)
    await ask(actor.visitor, 'createFolder', { body: { bucket: name, folder: 'ảnh/' } })
    const link = { bucket: name, path: 'ảnh/', expires_in: 60 }
    const { expires_at } = await ask<{ expires_at: number }>(actor.visitor, 'generateUrl', { body: link })
    return { target: name, detail: `ảnh/ → ${new Date(expires_at * 1000).toISOString()}` }
  },
  async SHARE_CREATED(actor) {
    const { bucket } = await share(actor)
    return { target: bucket, detail: 'ghi chú.txt; → 2031-01-01T00:00:00.000Z; password; 20' }
  },
  async SHARE_CHANGED(actor) {
    const { bucket, id } = await share(actor)
    const body = { id, paused: true, password: null, download_limit: null, expire_date: 0, mode: 'look' }
    await ask(actor.visitor, 'changeShare', { body })
    return { target: bucket, detail: 'ghi chú.txt; look; paused' }
  },
  async SHARE_REVOKED(actor) {
    const { bucket, id } = await share(actor)
    await ask(actor.visitor, 'deleteShare', { body: { id } })
    return { target: bucket, detail: 'ghi chú.txt; → 2031-01-01T00:00:00.000Z; password; 20' }
  },
  async BUCKET_DELETED(actor) {
    const name = await bucket(actor)
    await ask(actor.visitor, 'deleteBucket', { body: { bucket: name, pin, confirm: true } })
    return { target: name }
  },
  async BUCKET_CORS_CHANGED(actor) {
    const name = await bucket(actor)
    const { revision } = await ask<{ revision: string }>(actor.visitor, 'getBucketCors', {
      values: { bucket: name },
    })
    await ask(actor.visitor, 'putBucketCors', { body: { bucket: name, revision } })
    return { target: name, detail: 'rules: none → GET HEAD https://www.example.com' }
  },
  async BUCKET_TAGS_CHANGED(actor) {
    const name = await bucket(actor)
    const { revision } = await ask<{ revision: string }>(actor.visitor, 'getBucketTags', {
      values: { bucket: name },
    })
    await ask(actor.visitor, 'putBucketTags', { body: { bucket: name, revision } })
    return { target: name, detail: 'team:  → web' }
  },
  async BUCKET_POLICY_CHANGED(actor) {
    const name = await bucket(actor)
    await putPolicy(actor, name)
    return { target: name }
  },
  async BUCKET_POLICY_DELETED(actor) {
    const name = await bucket(actor)
    const { revision } = await putPolicy(actor, name)
    await ask(actor.visitor, 'deleteBucketPolicy', { body: { bucket: name, revision } })
    return { target: name }
  },
  async OBJECT_ACL_CHANGED(actor) {
    const file = await folderIn(actor)
    const { revision } = await ask<{ revision: string }>(actor.visitor, 'getObjectAcl', { values: file })
    await ask(actor.visitor, 'putObjectAcl', { body: { ...file, acl: 'public', revision } })
    return { target: file.bucket, detail: 'ảnh/: public' }
  },
  async OBJECT_DETAILS_CHANGED(actor) {
    const file = await folderIn(actor)
    const before = await ask<ObjectDetails>(actor.visitor, 'getObjectDetails', { values: file })
    const { revision, headers } = before
    const changed = {
      headers: { ...headers, cache_control: 'no-store' },
      metadata: [{ name: 'author', value: 'An' }],
    }
    await ask(actor.visitor, 'changeObjectDetails', { body: { ...file, revision, ...changed } })
    return { target: file.bucket, detail: 'ảnh/: cache-control:  → no-store; x-amz-meta-author:  → An' }
  },
  async OBJECT_TAGS_CHANGED(actor) {
    const file = await folderIn(actor)
    const { revision } = await ask<{ revision: string }>(actor.visitor, 'getObjectTags', { values: file })
    await ask(actor.visitor, 'putObjectTags', { body: { ...file, revision } })
    return { target: file.bucket, detail: 'ảnh/: team:  → web' }
  },
  async OBJECT_LOCK_CHANGED(actor) {
    const { target, body } = await bucketWith(actor, 'getBucketObjectLock')
    await ask(actor.visitor, 'putBucketObjectLock', { body: { ...body, retention: null } })
    await ask(actor.visitor, 'createFolder', { body: { bucket: target, folder: 'ảnh/' } })
    const file = { bucket: target, path: 'ảnh/' }
    const { revision } = await ask<{ revision: string }>(actor.visitor, 'getObjectLegalHold', {
      values: file,
    })
    await ask(actor.visitor, 'putObjectLegalHold', { body: { ...file, revision, legal_hold: true } })
    return { target, detail: 'ảnh/: lock: no retention → "no retention, legal hold"' }
  },
  async VERSION_RESTORED(actor) {
    const file = await folderIn(actor)
    await ask(actor.visitor, 'restoreObjectVersion', { body: { ...file, version_id: 'null' } })
    return { target: file.bucket, detail: 'ảnh/: null' }
  },
  async VERSION_DELETED(actor) {
    const file = await folderIn(actor)
    await ask(actor.visitor, 'deleteObjectVersion', { body: { ...file, version_id: 'null' } })
    return { target: file.bucket, detail: 'ảnh/: null' }
  },
  async DELETION_UNDONE(actor) {
    const { target, body } = await bucketWith(actor, 'getBucketVersioning')
    await ask(actor.visitor, 'putBucketVersioning', { body })
    await ask(actor.visitor, 'deleteObjects', { body: { bucket: target, keys: ['a'] } })
    const page = await ask<VersionPage>(actor.visitor, 'listObjectVersions', { values: { bucket: target } })
    const { version_id } = page.versions[0]!
    await ask(actor.visitor, 'deleteObjectVersion', { body: { bucket: target, path: 'a', version_id } })
    return { target, detail: `a: ${version_id}` }
  },
  async OBJECTS_DELETED(actor) {
    const name = await bucket(actor)
    await ask(actor.visitor, 'createFolder', { body: { bucket: name, folder: 'ảnh/' } })
    await ask(actor.visitor, 'deleteObjects', { body: { bucket: name, keys: ['ảnh/'] } })
    return { target: name, detail: '1: ảnh/' }
  },
  async FOLDER_DELETED(actor) {
    const name = await bucket(actor)
    await ask(actor.visitor, 'createFolder', { body: { bucket: name, folder: 'ảnh/' } })
    await ask(actor.visitor, 'deleteFolder', { body: { bucket: name, folder: 'ảnh/' } })
    return { target: name, detail: '1: ảnh/' }
  },
  async OBJECT_COPIED(actor) {
    const name = await bucket(actor)
    await copyOf(actor, name, 'copyObjects')
    return { target: name, detail: 'ảnh/a.txt → b/a.txt' }
  },
  async OBJECT_MOVED(actor) {
    const name = await bucket(actor)
    await copyOf(actor, name, 'moveObjects')
    return { target: name, detail: 'ảnh/a.txt → b/a.txt' }
  },
  async OBJECT_RENAMED(actor) {
    const name = await bucket(actor)
    await copyOf(actor, name, 'renameObject')
    return { target: name, detail: 'ảnh/a.txt → ảnh/b.txt' }
  },
  async JOB_STARTED(actor) {
    const name = await bucket(actor)
    const { id } = await ask<Job>(actor.visitor, 'abortUploads', { body: { bucket: name } })
    await expect.poll(() => stateOf(actor, id)).toBe('done')
    return { target: name, detail: 'abort-uploads' }
  },
  async JOB_ENDED(actor) {
    const name = await bucket(actor)
    const { id } = await ask<Job>(actor.visitor, 'formatBucket', { body: { bucket: name, name } })
    await expect.poll(() => stateOf(actor, id)).toBe('done')
    return { target: name, detail: 'empty-bucket: done; 0, 0' }
  },
  async JOB_CANCELLED(actor) {
    const name = await bucket(actor)
    const { db } = console.kho.services
    const { id } = await ask<Job>(actor.visitor, 'abortUploads', { body: { bucket: name } })
    await expect.poll(() => stateOf(actor, id)).toBe('done')
    await db
      .updateTable('jobs')
      .set({ state: 'queued', ended_at: null, lease_until: 1e12 })
      .where('id', '=', id)
      .execute()
    await ask(actor.visitor, 'cancelJob', { values: { id } })
    return { target: name, detail: 'abort-uploads' }
  },
  async PERMISSION_REFUSED({ visitor }) {
    await refused(request(visitor, 'createAccount'))
    return { target: 'createAccount' }
  },
}

type OfSuperAdmin =
  | 'ACCOUNT_CREATED'
  | 'ACCOUNT_CHANGED'
  | 'ACCOUNT_SUSPENDED'
  | 'ACCOUNT_RESUMED'
  | 'OWNER_REPLACED'

const ofSuperAdmin: Record<OfSuperAdmin, Act> = {
  async ACCOUNT_CREATED({ visitor }) {
    await account(visitor, 'khach-moi')
    return { target: 'khach-moi', detail: 'owner-of-khach-moi@example.com' }
  },
  async ACCOUNT_CHANGED({ visitor }) {
    const id = await account(visitor, 'khach-doi')
    await ask(visitor, 'changeAccount', { body: { id, suspended: false, contract_code: 'HD-2' } })
    return { target: 'khach-doi', detail: 'contract code: HD-2026-001 → HD-2' }
  },
  async ACCOUNT_SUSPENDED({ visitor }) {
    const id = await account(visitor, 'khach-treo')
    await ask(visitor, 'changeAccount', { body: { id, suspended: true } })
    return { target: 'khach-treo' }
  },
  async ACCOUNT_RESUMED({ visitor }) {
    const id = await account(visitor, 'khach-lai')
    await ask(visitor, 'changeAccount', { body: { id, suspended: true } })
    await ask(visitor, 'changeAccount', { body: { id, suspended: false } })
    return { target: 'khach-lai' }
  },
  async OWNER_REPLACED({ visitor }) {
    const id = await account(visitor, 'khach-thay')
    const body = { id, owner_email: 'chu-moi@example.com' }
    secrets.add((await ask<{ password: string }>(visitor, 'replaceOwner', { body })).password)
    return { target: 'khach-thay', detail: 'owner-of-khach-thay@example.com → chu-moi@example.com' }
  },
}

/** The records of one act since `from`, in the columns that everybody may read. */
async function records(action: string, from: string) {
  const rows = await console.kho.services.db
    .selectFrom('audit')
    .select(['account', 'user', 'action', 'target', 'data', 'address', 'device'])
    .where('action', '=', action as AuditAction)
    .where('id', '>', from)
    .execute()
  return rows.map(told)
}

async function newest(): Promise<string> {
  const { db } = console.kho.services
  console.clock.now += 1
  const row = await db.selectFrom('audit').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row?.id ?? ''
}

async function once(action: string, act: Act, actor: Actor, accountName: string): Promise<void> {
  const from = await newest()
  const what = await act(actor)
  const told = { account: accountName, user: actor.person.email, action, target: '', detail: '' }
  expect(await records(action, from)).toEqual([{ ...told, address: '127.0.0.1', device, ...what }])
  expect(await noticesOf(action, actor.person)).toEqual(
    isToldByMail(action) ? [expect.stringContaining(facts)] : [],
  )
}

/** Acts of the table; of sign-ins, the first tells nothing (security-mails.test.ts). */
const isToldByMail = (action: string): action is SecurityAct =>
  Object.hasOwn(securityEvents, action) && action !== 'SIGN_IN'
const facts = `Thiết bị: ${device}\nĐịa chỉ IP: 127.0.0.1\n`

/** The texts of the mails that a person got about an act of this kind. */
async function noticesOf(action: string, { email }: Person): Promise<string[]> {
  if (!isToldByMail(action)) return []
  await console.kho.services.mails.run()
  const { subject } = texts.vi.security.events[securityEvents[action]]
  const notices = mail.notices().filter(each => each.to === email && each.subject === fillIn(subject, 'Kho'))
  return notices.map(each => each.text)
}

test.each(Object.entries(own))(
  '%s is on record, and in the mail that the table names, once',
  async (action, act) => {
    const actor = await actorOf(action)
    await once(action, act, actor, actor.name)
  },
)

test.each(Object.entries(ofSuperAdmin))('%s is on record, once', async (action, act) => {
  const person = await people.superAdmin()
  const { db } = console.kho.services
  const of = await db
    .selectFrom('accounts')
    .select('name')
    .where('id', '=', person.accountId)
    .executeTakeFirstOrThrow()
  await once(action, act, { person, name: action, visitor: await visit(person) }, of.name)
})

test('what an API client does is its user’s act, and names the client', async () => {
  const person = await people.owner('chuong-trinh')
  const body = { name: 'Sao lưu đêm', permission: 'full-control' }
  const { token } = await ask<{ token: string }>(await visit(person), 'createApiClient', { body })
  secrets.add(token)
  const program = console.visitor()
  program.headers = { 'user-agent': agent }
  const headers = { authorization: `Bearer ${token}` }
  const from = await newest()
  await request(program, 'createBucket', { body: { bucket: 'tu-chuong-trinh' } }, headers)
  await refused(request(program, 'listSubUsers', {}, headers))
  const told = { account: 'chuong-trinh', user: person.email, detail: '', address: '127.0.0.1' }
  const by = { ...told, device: 'API client: Sao lưu đêm' }
  expect([
    ...(await records('BUCKET_CREATED', from)),
    ...(await records('PERMISSION_REFUSED', from)),
  ]).toEqual([
    { ...by, action: 'BUCKET_CREATED', target: 'tu-chuong-trinh' },
    { ...by, action: 'PERMISSION_REFUSED', target: 'listSubUsers' },
  ])
})

test('a failed sign-in of nobody belongs to no account; what is no address is not kept', async () => {
  const visitor = console.visitor()
  const from = await newest()
  await refused(visitor.signIn({ username: 'Nobody@Example.com', password: wrongPassword }))
  await refused(visitor.signIn({ username: wrongPassword, password: 'x' }))
  const found = await records('SIGN_IN_FAILED', from)
  expect(
    found.map(({ account, user }) => ({ account, user })).sort((a, b) => (a.user < b.user ? -1 : 1)),
  ).toEqual([
    { account: '', user: '' },
    { account: '', user: 'nobody@example.com' },
  ])
})

test('no answer that may be asked for again, no line of the log and no row holds a secret [V14.2.4, V16.2.5]', async () => {
  // Also of the tests before.
  const acts = ['PASSWORD_RESET', 'PIN_RESET', 'TWO_STEP_FAILED', 'ACCESS_KEY_CREATED'] as const
  for (const action of acts) await own[action](await actorOf(action, 'kin-'))
  const { db } = console.kho.services
  const users = await db.selectFrom('users').select(['id', 'account_id', 'email']).execute()
  for (const { id, account_id, email } of users) {
    const visitor = await visit({ id, accountId: account_id, email })
    for (const read of [
      ...(['getCurrentUser', 'getProfile', 'getMethodSecurity', 'listSessions', 'listAccessKeys'] as const),
      ...(['listApiClients', 'listNotificationGroups', 'listSubUsers', 'listAccounts'] as const),
      ...(['listAudit', 'exportAudit', 'listBuckets', 'exportSubUsers', 'exportAccounts'] as const),
    ]) {
      answers.push(JSON.stringify((await request(visitor, read)).body))
    }
  }
  const files = readdirSync(console.dataDir, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name.startsWith('kho.sqlite'))
    .map(entry => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
  expect(files.length).toBeGreaterThan(0)
  expect(log.length).toBeGreaterThan(100)
  const places = { answers: answers.join('\n'), log: log.join(''), files: files.join('\n') }
  const found = [...secrets].flatMap(secret =>
    Object.entries(places)
      .filter(([place, text]) => holds(text, secret, place === 'files'))
      .map(([place]) => `${place}: ${secret}`),
  )
  expect(found).toEqual([])
  expect(holds(places.files, owner.username, true)).toBe(true)
})

/** Whether `text` has the secret; six digits are only looked for where they stand alone, and not in bytes. */
function holds(text: string, secret: string, bytes: boolean): boolean {
  if (!/^\d{6}$/.test(secret)) return text.includes(secret)
  return !bytes && new RegExp(`(?<![\\w.:])${secret}(?![\\w.:])`).test(text)
}
