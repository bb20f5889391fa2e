import type { Scope } from '../../domain/scope.ts'

/** Changes for the audit log: `permission: read → write; phone:  → +84901234567`. Empty: nothing changed. */
export function changes(fields: [name: string, before: string, after: string][]): string {
  return fields
    .filter(([, before, after]) => before !== after)
    .map(([name, before, after]) => `${name}: ${quoted(before)} → ${quoted(after)}`)
    .join('; ')
}

/** User input for the audit log: quoted (JSON) where it could be taken for the log's own separators. */
export function quoted(text: string): string {
  return /[",;→]|^\s|\s$/.test(text) ? JSON.stringify(text) : text
}

/** An expiry (unix seconds; 0: never) for the audit log: UTC, or `never`. */
export function expiryText(expireDate: number): string {
  return expireDate === 0 ? 'never' : new Date(expireDate * 1000).toISOString()
}

/** The folders of a scope for the audit log; empty: not limited. */
export function scopeText(scope: Scope): string {
  return scope === null
    ? ''
    : scope.map(({ bucket, prefix }) => `${bucket}/${prefix}`).join(', ') || 'nothing'
}
