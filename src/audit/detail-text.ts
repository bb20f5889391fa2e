import { permissions } from '../../domain/permissions.ts'
import { type AuditEntry, catalogue, type ErrorCode, type SignInPart } from '../../openapi/schema.ts'
import type { Formats } from '../i18n/formats.ts'
import type { MessageId } from '../i18n/messages.ts'
import type { Text } from '../i18n/text.ts'
import { bucketDetail } from './bucket-detail.ts'
import { splitQuoted } from './quoted-list.ts'

/** The log's own words for fields, and the messages that name these. */
const fields: Record<string, MessageId> = {
  fullName: 'profile.fullName',
  name: 'profile.fullName',
  phone: 'profile.phone',
  company: 'profile.company',
  gender: 'profile.gender',
  address: 'profile.address',
  city: 'profile.city',
  district: 'profile.district',
  ward: 'profile.ward',
  permission: 'people.permission',
  scope: 'scope.title',
  expires: 'profile.expiry',
  'contract code': 'profile.contractCode',
  site: 'profile.site',
  quota: 'accounts.quota',
  'bucket notification': 'accounts.notifications',
}

const words: Record<string, MessageId> = {
  ...Object.fromEntries(permissions.map(each => [each, `people.permission.${each}` as const])),
  never: 'people.forever',
  public: 'audit.word.public',
  private: 'audit.word.private',
  none: 'audit.word.unlimited',
  true: 'audit.word.on',
  false: 'audit.word.off',
  expired: 'people.expired',
  pin: 'audit.word.pin',
  'two-step': 'audit.word.twoStep',
  'sign-in': 'audit.word.signIn',
  on: 'security.switchOnTitle',
  off: 'security.switchOffTitle',
  'recovery-codes': 'security.renewTitle',
}

const signInParts: Record<SignInPart, MessageId> = {
  password: 'people.resetPassword',
  pin: 'people.resetPin',
  'two-step': 'people.resetTwoStep',
}

/** Codes that older records have, and what they are called now. */
const formerCodes: Record<string, ErrorCode> = {
  PASSWORD_INCORRECT: 'CURRENT_PASSWORD_INCORRECT',
  MAIL_CODE_INVALID: 'INVALID_TOKEN',
}

/** Acts whose detail is what somebody typed: the name of a key, addresses. */
const typed = /^ACCESS_KEY_(?!CHANGED)|^NOTIFICATION_GROUP_|^ACCOUNT_CREATED$/

/**
 * The detail of an entry in the user's language. What the log has is for machines and the CSV file: field names,
 * codes, times in UTC; what people typed stays as it is.
 */
export function detailText(t: Text, format: Formats, { action, detail }: AuditEntry): string {
  if (detail === '' || typed.test(action)) return detail
  const code = Object.hasOwn(formerCodes, detail) ? formerCodes[detail] : detail
  if (code !== undefined && Object.hasOwn(catalogue, code)) return t(`error.${code}` as MessageId)
  if (action === 'PROFILE_CHANGED') return list(detail, ', ', name => fieldName(t, name))
  if (action === 'SIGN_IN_RESET') return list(detail, ', ', part => t(signInParts[part as SignInPart]))
  if (action === 'SESSION_ENDED') return t('audit.sessions', { count: Number(detail) })
  if (action === 'OBJECTS_DELETED' || action === 'FOLDER_DELETED') return deletedText(t, detail)
  if (action.startsWith('JOB_')) return jobText(t, detail)
  const ofBucket = bucketDetail(t, action, detail)
  if (ofBucket !== undefined) return ofBucket
  if (/^(SUB_USER|ACCOUNT|ACCESS_KEY)_CHANGED$/.test(action)) {
    return list(detail, '; ', change => changeText(t, format, change))
  }
  return list(detail, ' → ', word => wordText(t, format, word))
}

/** Where an entry came from: a browser and its system, or an API client by the name that its user gave it. */
export function deviceText(t: Text, device: string): string {
  const [, name] = /^API client: (.*)$/s.exec(device) ?? []
  return name === undefined ? device : t('audit.device.client', { name })
}

function list(text: string, separator: string, each: (part: string) => string): string {
  return splitQuoted(text, separator).map(each).join(separator)
}

function fieldName(t: Text, name: string): string {
  const id = Object.hasOwn(fields, name) ? fields[name] : undefined
  return id ? t(id) : name
}

/** `quota: none → 1024`. */
function changeText(t: Text, format: Formats, change: string): string {
  const [, name, values] = /^([a-z ]+): (.*)$/i.exec(change) ?? []
  if (name === undefined || values === undefined) return wordText(t, format, change)
  if (!Object.hasOwn(fields, name)) return change
  const shown =
    name === 'name' || name === 'phone'
      ? values
      : list(values, ' → ', value =>
          name === 'quota' && /^\d+$/.test(value) ? format.bytes(Number(value)) : wordText(t, format, value),
        )
  return `${fieldName(t, name)}: ${shown}`
}

function wordText(t: Text, format: Formats, word: string): string {
  const id = Object.hasOwn(words, word) ? words[word] : undefined
  if (id) return t(id)
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(word)) return format.dateTime(Date.parse(word) / 1000)
  return word
}

/** `empty-bucket`, or `empty-bucket: done; 3000, 2`. */
function jobText(t: Text, detail: string): string {
  const [, name = detail, word, done, failed] = /^([a-z-]+): (\w+); (\d+), (\d+)$/.exec(detail) ?? []
  const kind = t(`audit.job.${name}` as MessageId)
  if (word === undefined) return kind
  const outcome = t((word === word.toUpperCase() ? `error.${word}` : `audit.job.${word}`) as MessageId)
  return t('audit.job.ended', { kind, outcome, done: Number(done), failed: Number(failed) })
}

/** `2: a.txt, b.txt`. */
function deletedText(t: Text, detail: string): string {
  const [, count, names] = /^(\d+): (.*)$/s.exec(detail) ?? []
  return count === undefined ? detail : t('audit.deleted', { count: Number(count), names: names ?? '' })
}
