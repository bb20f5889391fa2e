import type { FailureCode } from '../api/result.ts'
import { errorText } from '../i18n/error-text.ts'
import { useText } from '../i18n/text.ts'
import { Notice } from './notice.tsx'
import { RequestId } from './request-id.tsx'

export type ShownFailure = {
  code: FailureCode
  problem?: { request_id: string; retry_after?: number } | null
}

/** Why a call of a form failed, above its fields. The request's id is shown where the reason is not known. */
export function CallFailure({ failure }: { failure: ShownFailure }) {
  const t = useText()
  return (
    <Notice severity="error">
      {errorText(t, failure)}
      {failure.code === 'UNKNOWN_ERROR' && <RequestId id={failure.problem?.request_id} />}
    </Notice>
  )
}
