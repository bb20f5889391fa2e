import type { AuditDetail, AuditSettings, CodePurpose, ErrorCode, ScopeFolder } from '../openapi/schema.ts'

type Settings = Required<AuditSettings>
type Of<Kind extends AuditDetail['kind']> = Extract<AuditDetail, { kind: Kind }>

/** The wording of audit details, in a language or in the log's plain text. */
export type AuditWords = {
  error(code: ErrorCode): string
  purpose(purpose: CodePurpose): string
  part(part: Of<'parts'>['parts'][number]): string
  field(field: Of<'fields'>['fields'][number]): string
  sessions(count: number): string
  deleted(count: number, names: string): string
  acl(acl: Of<'acl'>['acl']): string
  job(job: Of<'job'>['job']): string
  jobEnd(end: Of<'job-end'>): string
  /** Unix seconds; 0: never. */
  time(seconds: number): string
  versioned: string
  newLock(retention: NonNullable<Of<'bucket'>['retention']>): string
  twoStep: string
  expired: string
  /** No value. */
  none: string
  /** No folder. */
  nowhere: string
  /** The name of a setting; empty: omitted. */
  label(name: keyof Settings): string
  settings: { [Name in keyof Settings]: (value: Settings[Name]) => string }
}

/** The detail of an audit record as text; user input is quoted if it could be mistaken for separators. */
export function auditText(detail: AuditDetail, words: AuditWords): string {
  switch (detail.kind) {
    case 'error':
      return words.error(detail.code)
    case 'two-step':
      return words.twoStep
    case 'purpose':
      return words.purpose(detail.purpose)
    case 'sessions':
      return words.sessions(detail.count)
    case 'parts':
      return detail.parts.map(words.part).join(', ')
    case 'fields':
      return detail.fields.map(words.field).join(', ')
    case 'names':
      return detail.names.join(', ')
    case 'rights': {
      const { name, permission, scope } = detail
      const folders = scope ? [foldersText(scope) || words.nowhere] : []
      const rights = [words.settings.permission(permission), ...folders].join(': ')
      return name === null ? rights : `${quoted(name)}; ${rights}`
    }
    case 'expired':
      return words.expired
    case 'settings': {
      const names = Object.keys(detail.after) as (keyof AuditSettings)[]
      const texts = names.map(name => {
        const [from, to] = [detail.before, detail.after].map(each => settingText(words, each, name))
        return [words.label(name), `${from} → ${to}`].filter(Boolean).join(': ')
      })
      return ofPath(detail.path, texts.join('; '))
    }
    case 'values': {
      const value = (text: string) => quoted(text) || words.none
      const texts = detail.values.map(
        ({ name, before, after }) => `${quoted(name)}: ${value(before)} → ${value(after)}`,
      )
      return ofPath(detail.path, texts.join('; '))
    }
    case 'receiver':
      return words.settings.address(detail.address)
    case 'events':
      return `${detail.count}`
    case 'notification': {
      const { topic, events, prefix, suffix } = detail
      return [topic, ...events, prefix && `${prefix}*`, suffix && `*${suffix}`].filter(Boolean).join(' ')
    }
    case 'bucket': {
      const { versioning, retention, acl } = detail
      const parts = [versioning && words.versioned, retention && words.newLock(retention)]
      return [...parts, acl === 'public' && words.acl(acl)].filter(Boolean).join('; ')
    }
    case 'acl':
      return ofPath(detail.path, words.acl(detail.acl))
    case 'link':
      return `${quoted(detail.path)} → ${words.time(detail.until)}`
    case 'version':
      return ofPath(detail.path, quoted(detail.version_id))
    case 'deleted':
      return words.deleted(detail.count, detail.names.map(quoted).join(', '))
    case 'copy': {
      const { from, bucket, to } = detail
      return `${quoted(from)} → ${bucket === null ? '' : `${bucket}/`}${quoted(to)}`
    }
    case 'job':
      return words.job(detail.job)
    case 'job-end':
      return words.jobEnd(detail)
  }
}

function settingText<Name extends keyof Settings>(
  words: AuditWords,
  settings: AuditSettings,
  name: Name,
): string {
  return words.settings[name](settings[name] as Settings[Name])
}

function ofPath(path: string | null, text: string): string {
  return [path === null ? '' : quoted(path), text].filter(Boolean).join(': ')
}

export function foldersText(folders: readonly ScopeFolder[]): string {
  return folders.map(({ bucket, prefix }) => `${bucket}/${prefix}`).join(', ')
}

/** In quotes (JSON) if it could be mistaken for a separator of details. */
export function quoted(text: string): string {
  return /[",;→]|^\s|\s$/.test(text) ? JSON.stringify(text) : text
}
