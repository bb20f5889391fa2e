import type { Issue } from '../../domain/issue.ts'
import { issueLimits, type LimitIssue } from '../../domain/limits.ts'
import type { Failure } from '../../machines/failure.ts'
import type { ErrorCode } from '../../openapi/schema.ts'
import type { Text } from './text.ts'

/** The message of a failure: how long to wait if attempts are limited, else the sentence of its code. */
export function errorText(
  t: Text,
  { code, retryAfterMs, fields }: Pick<Failure, 'code' | 'retryAfterMs' | 'fields'>,
): string {
  if (code === 'POLICY_REFUSED') return t(`error.${code}`, { about: fields?.[0]?.field ?? '' })
  if (code !== 'TOO_MANY_REQUESTS' || !retryAfterMs) return t(`error.${code}`)
  const seconds = Math.ceil(retryAfterMs / 1000)
  return seconds < 120
    ? t('error.wait', { seconds })
    : t('error.waitMinutes', { minutes: Math.ceil(seconds / 60) })
}

/** The message of a field's issue; undefined for none. */
export function issueText(t: Text, issue: Issue | ErrorCode | undefined): string | undefined {
  if (!issue) return undefined
  if (isErrorCode(issue)) return t(`error.${issue}`)
  return issue in issueLimits
    ? t(`issue.${issue}`, { limit: issueLimits[issue as LimitIssue] })
    : t(`issue.${issue}`)
}

function isErrorCode(issue: Issue | ErrorCode): issue is ErrorCode {
  return /^[A-Z_]+$/.test(issue)
}

/** The message beside a field of react-hook-form, validated by `domain/valibot.ts`. */
export function fieldText(t: Text, error: { message?: string } | undefined): string | undefined {
  return issueText(t, error?.message as Issue | ErrorCode | undefined)
}
