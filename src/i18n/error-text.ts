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
  if (failure.code === 'TOO_MANY_REQUESTS' && seconds) return t('error.wait', { seconds: Math.ceil(seconds) })
  return t(`error.${failure.code}`)
}

/** The message beside a field: of an issue of `domain/` (`required`) or an error code (`BUCKET_EXISTS`). */
export function fieldText(t: Text, issue: { message?: string } | undefined): string | undefined {
  if (!issue?.message) return undefined
  const catalogue = /^[A-Z_]+$/.test(issue.message) ? 'error' : 'issue'
  return t(`${catalogue}.${issue.message}` as MessageId)
}
