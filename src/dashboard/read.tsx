import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { MessageId } from '../i18n/messages.ts'
import { useText } from '../i18n/text.ts'
import { FailureState } from '../ui/failure-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

type Props<Data> = { of: UseQueryResult<Data>; failed: MessageId; children: (data: Data) => ReactNode }

/** The content of a section once it is loaded; before, a skeleton, or the failure. */
export function Read<Data>({ of: { data, error, isFetching, refetch }, failed, children }: Props<Data>) {
  const t = useText()
  if (data !== undefined) return children(data)
  if (!error) return <Skeleton width="70%" />
  return (
    <FailureState
      title={t(failed)}
      failure={error.failure}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  )
}
