import type { ErrorCode } from '../../openapi/schema.ts'
import type { MessageId } from './messages.ts'
import type { Text } from './text.ts'

/** The message of a failure: how long to wait, where the server said so, else the sentence of its code. */
export function errorText(
  t: Text,
  failure: { code: ErrorCode | 'NETWORK'; retryAfterMs?: number; problem?: { retry_after?: number } | null },
): string {
  const seconds = failure.retryAfterMs ? failure.retryAfterMs / 1000 : failure.problem?.retry_after
  if (failure.code === 'TOO_MANY_REQUESTS' && seconds) return t('error.wait', { seconds: Math.ceil(seconds) })
  return t(`error.${failure.code}`)
}

/** The message of a validation issue of `domain/`; undefined where there is none. */
export function issueText(t: Text, issue: string | undefined): string | undefined {
  return issue && t(`issue.${issue}` as MessageId)
}
