import type {
  AlertKind,
  AuditSettings,
  ClientPermission,
  ErrorCode,
  LifecycleRule,
  LockMode,
  ScopeFolder,
} from '../openapi/schema.ts'
import { lifecycleActs } from './lifecycle.ts'

/** Who words the audit log: the screen, in the user's language, or the log itself, in plain text. */
export type Voice<Message> = {
  plain: boolean
  /** The message `id` on the screen, `plain` in the log. */
  say(id: Message, plain: string, values?: Record<string, string | number>): string
  error(code: ErrorCode): string
  /** Unix seconds. */
  time(seconds: number): string
  bytes(bytes: number): string
}

type Settings = Required<AuditSettings>

/** The names of settings, on the screen and in the log; null: their values are self-explanatory. */
export const settingLabels = {
  name: ['profile.fullName', 'name'],
  group: null,
  member_of: ['people.group', 'group'],
  email: null,
  emails: null,
  alerts: null,
  permission: ['people.permission', 'permission'],
  scope: ['scope.title', 'scope'],
  phone: ['profile.phone', 'phone'],
  expire_date: ['profile.expiry', 'expires'],
  contract_code: ['profile.contractCode', 'contract code'],
  site: ['profile.site', 'site'],
  quota: ['accounts.quota', 'quota'],
  bucket_notification: ['accounts.notifications', 'bucket notification'],
  require_two_step: ['security.requireTwoStep', 'two-step verification of everybody'],
  require_sso: ['security.requireSso', 'single sign-on of everybody'],
  method: null,
  address: ['audit.topic.target', 'to'],
  paused: ['audit.topic.paused', 'paused'],
  versioning: ['audit.bucket.versions', 'versioning'],
  object_lock: ['audit.bucket.lock', 'object lock'],
  lifecycle: ['audit.bucket.rules', 'rules'],
  cors: ['audit.bucket.rules', 'rules'],
  lock: ['audit.bucket.lock', 'lock'],
} as const satisfies Record<keyof Settings, readonly [message: string, plain: string] | null>

const acts = {
  current_days: ['audit.bucket.current', 'current'],
  previous_days: ['audit.bucket.previous', 'previous'],
  abort_days: ['audit.bucket.uploads', 'uploads'],
} as const satisfies Record<(typeof lifecycleActs)[number], unknown>

const versioning = {
  off: 'audit.word.off',
  enabled: 'audit.word.on',
  suspended: 'audit.bucket.suspended',
} as const

type BucketWord = 'allFiles' | 'anySite' | 'lock.until' | 'lockOnly' | 'none' | 'other' | 'ruleOff'

/** The messages of `languages/` that word settings. */
export type SettingMessage =
  | NonNullable<(typeof settingLabels)[keyof Settings]>[0]
  | (typeof acts)[keyof typeof acts][0]
  | (typeof versioning)[keyof typeof versioning]
  | `audit.word.${'off' | 'on' | 'pin' | 'twoStep' | 'unlimited'}`
  | `audit.bucket.${BucketWord}`
  | `audit.bucket.lock.${'days' | 'years'}`
  | `groups.alert.${AlertKind}`
  | `lock.mode.${LockMode}`
  | `people.permission.${ClientPermission}`
  | 'audit.topic.mailed'
  | 'groups.noAlerts'
  | 'jobs.lock.legal-hold'
  | 'people.forever'
  | 'scope.mark'
  | 'scope.off'

type SettingVoice = Voice<SettingMessage>

/** The values of settings. */
export const settingTexts: {
  [Name in keyof Settings]: (value: Settings[Name], voice: SettingVoice) => string
} = {
  name: typed,
  group: typed,
  member_of: (name, voice) => typed(name ?? '', voice),
  email: typed,
  emails: list => list.join(', '),
  alerts: (list, { say }) =>
    list.map(kind => say(`groups.alert.${kind}`, kind)).join(', ') || say('groups.noAlerts', 'none'),
  permission: (permission, { say }) =>
    permission === null
      ? say('audit.word.unlimited', '')
      : say(`people.permission.${permission}`, permission),
  scope: (scope, voice) =>
    scope === null ? voice.say('scope.off', '') : whole(foldersText(scope, voice), voice),
  phone: typed,
  expire_date: timeText,
  contract_code: typed,
  site: typed,
  quota: (bytes, voice) => (bytes === null ? voice.say('audit.word.unlimited', 'none') : voice.bytes(bytes)),
  bucket_notification: onOff,
  require_two_step: onOff,
  require_sso: onOff,
  method: (method, { say }) => say(method === 'pin' ? 'audit.word.pin' : 'audit.word.twoStep', method),
  address: (address, { say }) => address || say('audit.topic.mailed', 'mail'),
  paused: onOff,
  versioning: (state, { say }) => say(versioning[state], state),
  object_lock({ enabled, mode, days, years }, { say }) {
    if (!enabled) return say('audit.word.off', 'off')
    if (mode === null) return say('audit.bucket.lockOnly', 'no default retention')
    return days === null
      ? say('audit.bucket.lock.years', `${mode} ${years} years`, { mode, count: years ?? 0 })
      : say('audit.bucket.lock.days', `${mode} ${days} days`, { mode, count: days })
  },
  lifecycle: (rules, voice) =>
    rulesText(
      rules.map(rule => ruleText(rule, voice)),
      voice,
    ),
  cors(rules, voice) {
    const texts = rules.map(({ origins, methods }) => {
      if (voice.plain) return [...methods, ...origins].join(' ')
      const from = origins.map(origin => (origin === '*' ? voice.say('audit.bucket.anySite', '*') : origin))
      return `${from.join(', ')}: ${methods.join(', ')}`
    })
    return rulesText(texts, voice)
  },
  lock({ mode, until, legal_hold }, voice) {
    const { plain, say } = voice
    const parts = [
      mode === null || until === null ? plain && 'no retention' : untilText(mode, until, voice),
      legal_hold && say('jobs.lock.legal-hold', 'legal hold'),
    ]
    return whole(parts.filter(Boolean).join(', ') || say('audit.bucket.none', ''), voice)
  },
}

/** `tam/: current 30, uploads 7 (off)`. */
function ruleText(rule: LifecycleRule, { say }: SettingVoice): string {
  const texts = lifecycleActs.flatMap(act => {
    const count = rule[act]
    const [message, plain] = acts[act]
    return count === null ? [] : [say(message, `${plain} ${count}`, { count })]
  })
  const others = rule.others.map(({ kind, number, text }) => [kind, number, text].filter(Boolean).join(' '))
  if (others.length > 0) texts.push(say('audit.bucket.other', others.join(', ')))
  const said = `${rule.prefix || say('audit.bucket.allFiles', 'all')}: ${texts.join(', ')}`
  return rule.enabled ? said : say('audit.bucket.ruleOff', `${said} (off)`, { rule: said })
}

function rulesText(rules: string[], voice: SettingVoice): string {
  return whole(rules.join(voice.plain ? ' | ' : '; ') || voice.say('audit.bucket.none', 'none'), voice)
}

function untilText(mode: LockMode, until: number, voice: SettingVoice): string {
  const time = timeText(until, voice)
  const shown = voice.say(`lock.mode.${mode}`, mode)
  return voice.say('audit.bucket.lock.until', `${mode} until ${time}`, { mode: shown, time })
}

export function typed(text: string, { say }: SettingVoice): string {
  return quoted(text) || say('audit.bucket.none', '')
}

/** `seconds`: unix seconds; 0: never. */
export function timeText(seconds: number, voice: SettingVoice): string {
  return seconds === 0 ? voice.say('people.forever', 'never') : voice.time(seconds)
}

function onOff(on: boolean, { say }: SettingVoice): string {
  return say(on ? 'audit.word.on' : 'audit.word.off', `${on}`)
}

export function foldersText(folders: readonly ScopeFolder[], { say }: SettingVoice): string {
  const texts = folders.map(({ bucket, prefix }) => `${bucket}/${prefix}`)
  return texts.join(', ') || say('scope.mark', 'nothing', { count: 0 })
}

/** A text with separators of its own, which the log quotes. */
function whole(text: string, { plain }: SettingVoice): string {
  return plain ? quoted(text) : text
}

/** In quotes (JSON) if it could be mistaken for a separator of details. */
export function quoted(text: string): string {
  return /[",;→]|^\s|\s$/.test(text) ? JSON.stringify(text) : text
}
