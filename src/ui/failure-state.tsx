import { chakra } from '@chakra-ui/react'
import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Failure } from '../../machines/failure.ts'
import { errorText } from '../i18n/error-text.ts'
import { useText } from '../i18n/text.ts'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { Unplugged } from './first-drawings.tsx'
import { RequestId } from './request-id.tsx'

type Props = {
  title: string
  failure: Failure
  onRetry?: () => void
  /** Whether a retry is running. */
  busy?: boolean
  drawing?: ReactNode
  action?: ReactNode
  level?: 1 | 2
}

/** A view whose data failed to load: the reason, with the request's id for the server's log, and a retry. */
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
            <RequestId id={failure.requestId} />
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
