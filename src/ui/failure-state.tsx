import { chakra } from '@chakra-ui/react'
import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { FailureCode } from '../api/result.ts'
import { errorText } from '../i18n/error-text.ts'
import { useText } from '../i18n/text.ts'
import { Button } from './button.tsx'
import { Unplugged } from './drawings.tsx'
import { EmptyState } from './empty-state.tsx'
import { Notice } from './notice.tsx'

type Failure = {
  code: FailureCode
  problem?: { request_id: string; retry_after?: number } | null
}

type Props = {
  title: string
  failure: Failure
  onRetry?: () => void
  /** Whether a retry is under way. */
  busy?: boolean
  drawing?: ReactNode
  action?: ReactNode
  level?: 1 | 2
}

/** What a view says when its data did not come: why, with the request's id for the server's log, and a retry. */
export function FailureState({ title, failure, onRetry, busy, drawing, action, level }: Props) {
  const t = useText()
  return (
    <chakra.div role="alert">
      <EmptyState
        drawing={drawing ?? <Unplugged />}
        title={title}
        level={level ?? 2}
        lead={
          <>
            <p>{errorText(t, failure)}</p>
            <RequestId id={failure.problem?.request_id} />
          </>
        }
        action={
          <>
            {onRetry && (
              <Button onClick={onRetry} loading={busy ?? false}>
                <RotateCw />
                {t('common.retry')}
              </Button>
            )}
            {action}
          </>
        }
      />
    </chakra.div>
  )
}

/** Why a call of a form failed, above its fields. The request's id is shown where the reason is not known. */
export function CallFailure({ failure }: { failure: Failure }) {
  const t = useText()
  return (
    <Notice severity="error">
      {errorText(t, failure)}
      {failure.code === 'UNKNOWN_ERROR' && <RequestId id={failure.problem?.request_id} />}
    </Notice>
  )
}

/** The id that finds a request in the server's log, small and easy to select; nothing where there is none. */
export function RequestId({ id }: { id: string | null | undefined }) {
  const t = useText()
  if (!id) return null
  return (
    <chakra.p textStyle="caption" color="fg.subtle" fontFamily="mono" mt="2" userSelect="all">
      {t('common.requestId', { id })}
    </chakra.p>
  )
}
