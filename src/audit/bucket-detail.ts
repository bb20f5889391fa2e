import type { AuditAction } from '../../openapi/schema.ts'
import type { MessageId } from '../i18n/messages.ts'
import type { Text } from '../i18n/text.ts'
import { splitQuoted, unquoted } from './quoted-list.ts'

/** What a bucket's setting was or is, in words. */
type Words = (t: Text, value: string) => string

const settings: Partial<Record<AuditAction, { name: MessageId; words: Words }>> = {
  BUCKET_VERSIONING_CHANGED: { name: 'audit.bucket.versions', words: versionsText },
  BUCKET_LOCK_CHANGED: { name: 'audit.bucket.lock', words: lockText },
  BUCKET_LIFECYCLE_CHANGED: { name: 'audit.bucket.rules', words: rulesText(lifecycleText) },
  BUCKET_CORS_CHANGED: { name: 'audit.bucket.rules', words: rulesText(corsText) },
}

/** The detail of an act on a bucket in the user's language; undefined for other acts. */
export function bucketDetail(t: Text, action: AuditAction, detail: string): string | undefined {
  if (action === 'BUCKET_CREATED') {
    return detail
      .split('; ')
      .map(part => createdText(t, part))
      .join('; ')
  }
  if (action === 'BUCKET_TAGS_CHANGED') {
    return splitQuoted(detail, '; ')
      .map(change => changeText(t, change, (_, value) => value || t('audit.bucket.none')) ?? change)
      .join('; ')
  }
  const setting = settings[action]
  if (!setting) return undefined
  return changeText(t, detail, setting.words, t(setting.name)) ?? detail
}

/** `rules: none → "tam/: current 30"`, called `name`. */
function changeText(t: Text, change: string, words: Words, name?: string): string | undefined {
  const [, own = '', values] = /^(.*?): (.*)$/s.exec(change) ?? []
  if (values === undefined) return undefined
  const shown = splitQuoted(values, ' → ').map(value => words(t, unquoted(value)))
  return `${name ?? own}: ${shown.join(' → ')}`
}

function versionsText(t: Text, state: string): string {
  if (state === 'enabled') return t('audit.word.on')
  if (state === 'suspended') return t('audit.bucket.suspended')
  return state === 'off' ? t('audit.word.off') : state
}

/** `off`, `no default retention`, `governance 30 days`; of a new bucket `governance, 30 days`. */
function lockText(t: Text, lock: string): string {
  if (lock === 'off') return t('audit.word.off')
  if (lock === 'no default retention') return t('audit.bucket.lockOnly')
  const [, mode, count, unit] = /^(governance|compliance),? (\d+) (days|years)$/.exec(lock) ?? []
  if (mode === undefined) return lock
  return t(`audit.bucket.lock.${unit === 'years' ? 'years' : 'days'}`, { mode, count: Number(count) })
}

function createdText(t: Text, part: string): string {
  if (part === 'versioning') return `${t('audit.bucket.versions')}: ${t('audit.word.on')}`
  if (part === 'public') return t('audit.word.public')
  return changeText(t, part, lockText, t('audit.bucket.lock')) ?? part
}

function rulesText(ruleText: Words): Words {
  return (t, rules) => {
    if (rules === 'none') return t('audit.bucket.none')
    return rules
      .split(' | ')
      .map(rule => ruleText(t, rule))
      .join('; ')
  }
}

/** `tam/: current 30, uploads 7`, `all: previous 90 (off)`. */
function lifecycleText(t: Text, rule: string): string {
  const [, prefix, acts, off] = /^(.*): (.*?)( \(off\))?$/s.exec(rule) ?? []
  if (prefix === undefined || acts === undefined) return rule
  const where = prefix === 'all' ? t('audit.bucket.allFiles') : prefix
  const shown = acts.split(', ').map(act => {
    const [, kind, count] = /^(current|previous|uploads) (\d+)$/.exec(act) ?? []
    if (kind === undefined) return t('audit.bucket.other')
    return t(`audit.bucket.${kind as 'current' | 'previous' | 'uploads'}`, { count: Number(count) })
  })
  const said = `${where}: ${[...new Set(shown)].join(', ')}`
  return off === undefined ? said : t('audit.bucket.ruleOff', { rule: said })
}

/** `GET HEAD https://www.example.com`. */
function corsText(t: Text, rule: string): string {
  const words = rule.split(' ')
  const methods = words.filter(word => /^[A-Z]+$/.test(word))
  const origins = words.filter(word => !methods.includes(word))
  const from = origins.map(origin => (origin === '*' ? t('audit.bucket.anySite') : origin))
  return `${from.join(', ')}: ${methods.join(', ')}`
}
