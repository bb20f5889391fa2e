import type { Failure } from '../../machines/failure.ts'
import type { MessageId } from './messages.ts'
import type { Text } from './text.ts'

/** The message of a failure: how long to wait where there is a limit on attempts, else the sentence of its code. */
export function errorText(t: Text, { code, retryAfterMs }: Pick<Failure, 'code' | 'retryAfterMs'>): string {
  if (code !== 'TOO_MANY_REQUESTS' || !retryAfterMs) return t(`error.${code}`)
  const seconds = Math.ceil(retryAfterMs / 1000)
  return seconds < 120
    ? t('error.wait', { seconds })
    : t('error.waitMinutes', { minutes: Math.ceil(seconds / 60) })
}

/** The message of an issue of `domain/` (`required`) or of an error code (`BUCKET_EXISTS`); undefined for none. */
export function issueText(t: Text, issue: string | undefined): string | undefined {
  if (!issue) return undefined
  return t(`${/^[A-Z_]+$/.test(issue) ? 'error' : 'issue'}.${issue}` as MessageId)
}

/** The message beside a field of react-hook-form. */
export function fieldText(t: Text, error: { message?: string } | undefined): string | undefined {
  return issueText(t, error?.message)
}
