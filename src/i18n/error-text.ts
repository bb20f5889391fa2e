import type { ErrorCode } from '../../openapi/schema.ts'
import type { MessageId } from './messages.ts'
import type { Text } from './text.ts'

type Failure = {
  code: ErrorCode | 'NETWORK'
  retryAfterMs?: number
  problem?: { retry_after?: number } | null
}

/** The message of a failure: how long to wait, where the server said so, else the sentence of its code. */
export function errorText(t: Text, failure: Failure): string {
  const seconds = failure.retryAfterMs ? failure.retryAfterMs / 1000 : failure.problem?.retry_after
  if (failure.code === 'TOO_MANY_REQUESTS' && seconds) return waitText(t, Math.ceil(seconds))
  return t(`error.${failure.code}`)
}

function waitText(t: Text, seconds: number): string {
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
