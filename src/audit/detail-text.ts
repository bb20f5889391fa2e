import { type AuditWords, auditText, foldersText, quoted } from '../../domain/audit-text.ts'
import { lifecycleActs } from '../../domain/lifecycle.ts'
import type { AuditEntry, AuditSettings, LifecycleRule } from '../../openapi/schema.ts'
import type { Formats } from '../i18n/formats.ts'
import type { MessageId } from '../i18n/messages.ts'
import type { Text } from '../i18n/text.ts'

/** The detail of an entry in the user's language; for older entries, the stored text. */
export function detailText(t: Text, format: Formats, { detail }: AuditEntry): string {
  return typeof detail === 'string' ? detail : auditText(detail, wordsOf(t, format))
}

/** The origin of an entry: a browser and its system, or an API client by its name. */
export function deviceText(t: Text, device: string): string {
  const [, name] = /^API client: (.*)$/s.exec(device) ?? []
  return name === undefined ? device : t('audit.device.client', { name })
}

function wordsOf(t: Text, format: Formats): AuditWords {
  const none = t('audit.bucket.none')
  const nowhere = t('scope.mark', { count: 0 })
  const unlimited = t('audit.word.unlimited')
  const onOff = (on: boolean) => t(on ? 'audit.word.on' : 'audit.word.off')
  const typed = (text: string) => quoted(text) || none
  const time = (seconds: number) => (seconds === 0 ? t('people.forever') : format.dateTime(seconds))
  const lasting = (mode: string, days: number | null, years: number | null) =>
    days === null
      ? t('audit.bucket.lock.years', { mode, count: years ?? 0 })
      : t('audit.bucket.lock.days', { mode, count: days })
  return {
    error: code => t(`error.${code}` as MessageId),
    purpose: purpose => t(purposes[purpose]),
    part: part => t(parts[part]),
    field: field => t(fields[field]),
    sessions: count => t('audit.sessions', { count }),
    deleted: (count, names) => t('audit.deleted', { count, names }),
    acl: acl => t(`audit.word.${acl}`),
    job: job => t(`jobs.${job}.title`),
    jobEnd({ job, outcome, done, failed }) {
      const ended = outcome === 'done' || outcome === 'cancelled'
      const said = t((ended ? `audit.job.${outcome}` : `error.${outcome}`) as MessageId)
      return t('audit.job.ended', { kind: t(`jobs.${job}.title`), outcome: said, done, failed })
    },
    time,
    versioned: `${t('audit.bucket.versions')}: ${t('audit.word.on')}`,
    newLock: ({ mode, days }) => `${t('audit.bucket.lock')}: ${lasting(mode, days, null)}`,
    twoStep: t('audit.word.twoStep'),
    expired: t('people.expired'),
    none,
    nowhere,
    label: name => (labels[name] === null ? '' : t(labels[name])),
    settings: {
      name: typed,
      group: typed,
      email: typed,
      emails: list => list.join(', '),
      alerts: list => list.map(kind => t(`groups.alert.${kind}`)).join(', ') || t('groups.noAlerts'),
      permission: permission => (permission === null ? unlimited : t(`people.permission.${permission}`)),
      scope: scope => (scope === null ? t('scope.off') : foldersText(scope) || nowhere),
      phone: typed,
      expire_date: time,
      contract_code: typed,
      site: typed,
      quota: bytes => (bytes === null ? unlimited : format.bytes(bytes)),
      bucket_notification: onOff,
      method: method => t(method === 'pin' ? 'audit.word.pin' : 'audit.word.twoStep'),
      address: address => address || t('audit.topic.mailed'),
      paused: onOff,
      versioning: state => (state === 'suspended' ? t('audit.bucket.suspended') : onOff(state === 'enabled')),
      object_lock({ enabled, mode, days, years }) {
        if (!enabled) return onOff(false)
        return mode === null ? t('audit.bucket.lockOnly') : lasting(mode, days, years)
      },
      lifecycle: rules => rules.map(rule => ruleText(t, rule)).join('; ') || none,
      cors: rules =>
        rules
          .map(({ origins, methods }) => {
            const from = origins.map(origin => (origin === '*' ? t('audit.bucket.anySite') : origin))
            return `${from.join(', ')}: ${methods.join(', ')}`
          })
          .join('; ') || none,
      lock({ mode, until, legal_hold }) {
        const kept = mode !== null && until !== null
        const retention =
          kept && t('audit.bucket.lock.until', { mode: t(`lock.mode.${mode}`), time: time(until) })
        return [retention, legal_hold && t('jobs.lock.legal-hold')].filter(Boolean).join(', ') || none
      },
    },
  }
}

function ruleText(t: Text, rule: LifecycleRule): string {
  const acts = lifecycleActs.flatMap(act => {
    const count = rule[act]
    return count === null ? [] : [t(lifecycle[act], { count })]
  })
  const others = rule.others.length > 0 ? [t('audit.bucket.other')] : []
  const said = `${rule.prefix || t('audit.bucket.allFiles')}: ${[...acts, ...others].join(', ')}`
  return rule.enabled ? said : t('audit.bucket.ruleOff', { rule: said })
}

type Names<Word extends string> = Record<Word, MessageId>

const lifecycle = {
  current_days: 'audit.bucket.current',
  previous_days: 'audit.bucket.previous',
  abort_days: 'audit.bucket.uploads',
} as const satisfies Names<(typeof lifecycleActs)[number]>

const purposes: Names<Parameters<AuditWords['purpose']>[0]> = {
  'sign-in': 'audit.word.signIn',
  on: 'security.switchOnTitle',
  off: 'security.switchOffTitle',
  'recovery-codes': 'security.renewTitle',
}

const parts: Names<Parameters<AuditWords['part']>[0]> = {
  password: 'people.resetPassword',
  pin: 'people.resetPin',
  'two-step': 'people.resetTwoStep',
}

const fields: Names<Parameters<AuditWords['field']>[0]> = {
  name: 'profile.fullName',
  phone: 'profile.phone',
  company: 'profile.company',
  gender: 'profile.gender',
  address: 'profile.address',
  city: 'profile.city',
  district: 'profile.district',
  ward: 'profile.ward.until-2025',
}

/** The names of settings; null: their values are self-explanatory. */
const labels: Record<keyof AuditSettings, MessageId | null> = {
  name: 'profile.fullName',
  group: null,
  email: null,
  emails: null,
  alerts: null,
  permission: 'people.permission',
  scope: 'scope.title',
  phone: 'profile.phone',
  expire_date: 'profile.expiry',
  contract_code: 'profile.contractCode',
  site: 'profile.site',
  quota: 'accounts.quota',
  bucket_notification: 'accounts.notifications',
  method: null,
  address: 'audit.topic.target',
  paused: 'audit.topic.paused',
  versioning: 'audit.bucket.versions',
  object_lock: 'audit.bucket.lock',
  lifecycle: 'audit.bucket.rules',
  cors: 'audit.bucket.rules',
  lock: 'audit.bucket.lock',
}
