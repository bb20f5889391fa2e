import type { AuditDetail, AuditSettings, JobKind } from '../openapi/schema.ts'
import {
  foldersText,
  quoted,
  type SettingMessage,
  settingLabels,
  settingTexts,
  timeText,
  typed,
  type Voice,
} from './audit-settings.ts'

type Of<Kind extends AuditDetail['kind']> = Extract<AuditDetail, { kind: Kind }>

const purposes = {
  'sign-in': 'audit.word.signIn',
  on: 'security.switchOnTitle',
  off: 'security.switchOffTitle',
  'recovery-codes': 'security.renewTitle',
} as const satisfies Record<Of<'purpose'>['purpose'], string>

const parts = {
  password: 'people.resetPassword',
  pin: 'people.resetPin',
  'two-step': 'people.resetTwoStep',
} as const satisfies Record<Of<'parts'>['parts'][number], string>

/** The messages of `languages/` that word details. */
type AuditMessage =
  | SettingMessage
  | (typeof purposes)[keyof typeof purposes]
  | (typeof parts)[keyof typeof parts]
  | ReturnType<typeof fieldMessage>
  | `audit.word.${'private' | 'public'}`
  | `audit.job.${'cancelled' | 'done' | 'ended'}`
  | `jobs.${JobKind}.title`
  | 'audit.deleted'
  | `audit.share.${'look' | 'password' | 'downloads' | 'paused' | 'guests'}`
  | 'audit.word.passkey'
  | 'audit.sessions'
  | 'people.expired'

type AuditVoice = Voice<AuditMessage>

/** A detail as the log's plain text, for the CSV file and the search. */
export function logText(detail: AuditDetail | string): string {
  if (typeof detail === 'string') return detail
  return auditText(detail, {
    plain: true,
    say: (_, plain) => plain,
    error: code => code,
    time: seconds => new Date(seconds * 1000).toISOString(),
    bytes: String,
  })
}

/** The detail of an audit record as text; user input is quoted if it could be mistaken for separators. */
export function auditText(detail: AuditDetail, voice: AuditVoice): string {
  const { say } = voice
  switch (detail.kind) {
    case 'error':
      return voice.error(detail.code)
    case 'two-step':
      return say('audit.word.twoStep', 'two-step')
    case 'passkey':
      return `${say('audit.word.passkey', 'passkey')}: ${quoted(detail.name)}`
    case 'sso':
      return detail.provider
    case 'purpose':
      return say(purposes[detail.purpose], detail.purpose)
    case 'sessions':
      return say('audit.sessions', `${detail.count}`, { count: detail.count })
    case 'parts':
      return detail.parts.map(part => say(parts[part], part)).join(', ')
    case 'fields':
      return detail.fields.map(field => say(fieldMessage(field), field)).join(', ')
    case 'names':
      return detail.names.join(', ')
    case 'rights': {
      const { name, permission, scope } = detail
      const folders = scope ? [foldersText(scope, voice)] : []
      const rights = [settingTexts.permission(permission, voice), ...folders].join(': ')
      return name === null ? rights : `${quoted(name)}; ${rights}`
    }
    case 'expired':
      return say('people.expired', 'expired')
    case 'settings': {
      const names = Object.keys(detail.after) as (keyof AuditSettings)[]
      const texts = names.map(name => changeText(name, detail, voice))
      return ofPath(detail.path, texts.join('; '))
    }
    case 'values': {
      const texts = detail.values.map(
        ({ name, before, after }) => `${quoted(name)}: ${typed(before, voice)} → ${typed(after, voice)}`,
      )
      return ofPath(detail.path, texts.join('; '))
    }
    case 'receiver':
      return settingTexts.address(detail.address, voice)
    case 'events':
      return `${detail.count}`
    case 'notification': {
      const { topic, events, prefix, suffix } = detail
      return [topic, ...events, prefix && `${prefix}*`, suffix && `*${suffix}`].filter(Boolean).join(' ')
    }
    case 'bucket':
      return newBucketText(detail, voice)
    case 'acl':
      return ofPath(detail.path, say(`audit.word.${detail.acl}`, detail.acl))
    case 'link':
      return `${quoted(detail.path)} → ${timeText(detail.until, voice)}`
    case 'share':
      return shareText(detail, voice)
    case 'guests': {
      const { path, count } = detail
      return ofPath(path, say('audit.share.guests', `${count}`, { count }))
    }
    case 'version':
      return ofPath(detail.path, quoted(detail.version_id))
    case 'deleted': {
      const { count } = detail
      const names = detail.names.map(quoted).join(', ')
      return say('audit.deleted', `${count}: ${names}`, { count, names })
    }
    case 'copy': {
      const { from, bucket, to } = detail
      return `${quoted(from)} → ${bucket === null ? '' : `${bucket}/`}${quoted(to)}`
    }
    case 'job':
      return say(`jobs.${detail.job}.title`, detail.job)
    case 'job-end': {
      const { job, outcome, done, failed } = detail
      const known = outcome === 'done' || outcome === 'cancelled'
      const ended = known ? say(`audit.job.${outcome}`, outcome) : voice.error(outcome)
      const values = { kind: say(`jobs.${job}.title`, job), outcome: ended, done, failed }
      return say('audit.job.ended', `${job}: ${outcome}; ${done}, ${failed}`, values)
    }
  }
}

function shareText(
  { path, mode, until, password, downloads, paused }: Of<'share'>,
  voice: AuditVoice,
): string {
  const { say } = voice
  const terms = [
    ...(until === 0 ? [] : [`→ ${timeText(until, voice)}`]),
    ...(mode === 'look' ? [say('audit.share.look', 'look')] : []),
    ...(password ? [say('audit.share.password', 'password')] : []),
    ...(downloads === null ? [] : [say('audit.share.downloads', `${downloads}`, { count: downloads })]),
    ...(paused ? [say('audit.share.paused', 'paused')] : []),
  ]
  return [quoted(path), ...terms].join('; ')
}

/** The name of a field of the profile. */
function fieldMessage(field: Of<'fields'>['fields'][number]) {
  if (field === 'name') return 'profile.fullName'
  return field === 'ward' ? 'profile.ward.until-2025' : (`profile.${field}` as const)
}

function changeText<Name extends keyof AuditSettings>(
  name: Name,
  { before, after }: Of<'settings'>,
  voice: AuditVoice,
): string {
  const label = settingLabels[name]
  const [from, to] = [before, after].map(each =>
    settingTexts[name](each[name] as Required<AuditSettings>[Name], voice),
  )
  return [label && voice.say(label[0], label[1]), `${from} → ${to}`].filter(Boolean).join(': ')
}

function newBucketText({ versioning, retention, acl }: Of<'bucket'>, { say }: AuditVoice): string {
  const versions = [say('audit.bucket.versions', 'versioning'), say('audit.word.on', '')]
  const texts = [versioning && versions.filter(Boolean).join(': ')]
  if (retention) {
    const { mode, days } = retention
    const lasting = say('audit.bucket.lock.days', `${mode}, ${days} days`, { mode, count: days })
    texts.push(`${say('audit.bucket.lock', 'object lock')}: ${lasting}`)
  }
  if (acl === 'public') texts.push(say('audit.word.public', acl))
  return texts.filter(Boolean).join('; ')
}

function ofPath(path: string | null, text: string): string {
  return [path === null ? '' : quoted(path), text].filter(Boolean).join(': ')
}
