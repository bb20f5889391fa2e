import { type AuditWords, auditText, foldersText, quoted } from '../../domain/audit-text.ts'
import { lifecycleActs } from '../../domain/lifecycle.ts'
import type { AuditDetail, AuditSettings, LifecycleRule } from '../../openapi/schema.ts'

/** A detail as the log's plain text, for the CSV file and the search. */
export function logText(detail: AuditDetail | string): string {
  return typeof detail === 'string' ? detail : auditText(detail, words)
}

const time = (seconds: number) => (seconds === 0 ? 'never' : new Date(seconds * 1000).toISOString())
const same = (text: string) => text
const nowhere = 'nothing'

const words: AuditWords = {
  error: same,
  purpose: same,
  part: same,
  field: same,
  sessions: String,
  deleted: (count, names) => `${count}: ${names}`,
  acl: same,
  job: same,
  jobEnd: ({ job, outcome, done, failed }) => `${job}: ${outcome}; ${done}, ${failed}`,
  time,
  versioned: 'versioning',
  newLock: ({ mode, days }) => `object lock: ${mode}, ${days} days`,
  twoStep: 'two-step',
  expired: 'expired',
  none: '',
  nowhere,
  label: name => labels[name],
  settings: {
    name: quoted,
    group: quoted,
    email: quoted,
    emails: list => list.join(', '),
    alerts: list => list.join(', ') || 'none',
    permission: permission => permission ?? '',
    scope: scope => (scope === null ? '' : quoted(foldersText(scope) || nowhere)),
    phone: quoted,
    expire_date: time,
    contract_code: quoted,
    site: quoted,
    quota: bytes => (bytes === null ? 'none' : `${bytes}`),
    bucket_notification: String,
    method: same,
    address: address => address || 'mail',
    paused: String,
    versioning: same,
    object_lock: lockText,
    lifecycle: rules => quoted(rules.map(ruleText).join(' | ') || 'none'),
    cors: rules =>
      quoted(rules.map(({ methods, origins }) => [...methods, ...origins].join(' ')).join(' | ') || 'none'),
    lock({ mode, until, legal_hold }) {
      const retention = mode === null || until === null ? 'no retention' : `${mode} until ${time(until)}`
      return quoted(legal_hold ? `${retention}, legal hold` : retention)
    },
  },
}

function lockText({ enabled, mode, days, years }: Required<AuditSettings>['object_lock']): string {
  if (!enabled) return 'off'
  if (mode === null) return 'no default retention'
  return `${mode} ${days === null ? `${years} years` : `${days} days`}`
}

/** `tam/: current 30, uploads 7 (off)`. */
function ruleText(rule: LifecycleRule): string {
  const words = { current_days: 'current', previous_days: 'previous', abort_days: 'uploads' }
  const acts = lifecycleActs.flatMap(act => (rule[act] === null ? [] : [`${words[act]} ${rule[act]}`]))
  const others = rule.others.map(({ kind, number, text }) => [kind, number, text].filter(Boolean).join(' '))
  return `${rule.prefix || 'all'}: ${[...acts, ...others].join(', ')}${rule.enabled ? '' : ' (off)'}`
}

const labels: Record<keyof AuditSettings, string> = {
  name: 'name',
  group: '',
  email: '',
  emails: '',
  alerts: '',
  permission: 'permission',
  scope: 'scope',
  phone: 'phone',
  expire_date: 'expires',
  contract_code: 'contract code',
  site: 'site',
  quota: 'quota',
  bucket_notification: 'bucket notification',
  method: '',
  address: 'to',
  paused: 'paused',
  versioning: 'versioning',
  object_lock: 'object lock',
  lifecycle: 'rules',
  cors: 'rules',
  lock: 'lock',
}
