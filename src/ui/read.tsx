import { chakra, type HTMLChakraProps } from '@chakra-ui/react'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactElement, ReactNode } from 'react'
import type { FailureCode } from '../../machines/failure.ts'
import type { ApiError } from '../api/result.ts'
import type { MessageId } from '../i18n/messages.ts'
import { useText } from '../i18n/text.ts'
import { Button } from './button.tsx'
import { FailureNotice, FailureState } from './failure.tsx'
import { Skeleton } from './skeleton.tsx'

type Query<Data> = {
  data: Data | undefined
  error: ApiError | null
  isFetching: boolean
  refetch: () => unknown
}

type Failed =
  | { failed: MessageId; compact?: false }
  /** A notice without a drawing, in a narrow place. */
  | { failed?: MessageId; compact: true }

type Props<Data> = Failed & {
  of: Query<Data>
  skeleton?: ReactNode
  /** By code: what is shown instead of the failure, and instead of older data: it is gone, or locked. */
  instead?: Partial<Record<FailureCode, ReactNode>>
  /** Around the failure, where it is the whole page. */
  frame?: (failure: ReactElement, code: FailureCode) => ReactNode
  children: (data: Data) => ReactNode
}

/**
 * The data of a query, once there is any: a later failure leaves it on the screen. Before, the skeleton, or the failure
 * with a retry.
 */
export function Read<Data>({ of, failed, compact, skeleton, instead = {}, frame, children }: Props<Data>) {
  const t = useText()
  const { data, error, isFetching, refetch } = of
  if (error && error.code in instead) return instead[error.code]
  if (data !== undefined) return children(data)
  if (!error) return skeleton === undefined ? <Skeleton width="70%" /> : skeleton
  const { failure } = error
  const onRetry = () => void refetch()
  if (compact)
    return <FailureNotice failure={failure} {...(failed && { what: t(failed) })} onRetry={onRetry} />
  const state = <FailureState title={t(failed)} failure={failure} busy={isFetching} onRetry={onRetry} />
  return frame ? frame(state, failure.code) : state
}

export type PagesQuery = Pick<
  UseInfiniteQueryResult,
  'error' | 'hasNextPage' | 'isFetchNextPageError' | 'isFetchingNextPage' | 'fetchNextPage'
>

type NextPageProps = Omit<HTMLChakraProps<'div'>, 'mt'> & {
  of: PagesQuery
  failed?: MessageId
  /** The label of the button; without one, pages load by themselves. */
  more?: string
  size?: 'sm'
  mt?: '3' | '4'
}

/** The button for the next page of a list, or why that did not load, with a retry. `children`: beside the button. */
export function NextPage({ of, failed, more, size, mt, children, ...box }: NextPageProps) {
  const t = useText()
  const { error, hasNextPage, isFetchNextPageError, isFetchingNextPage, fetchNextPage } = of
  const onNext = () => void fetchNextPage()
  if (isFetchNextPageError && error)
    return (
      <chakra.div mt={mt}>
        <FailureNotice failure={error.failure} {...(failed && { what: t(failed) })} onRetry={onNext} />
      </chakra.div>
    )
  if (!hasNextPage || !more) return null
  return (
    <chakra.div mt={mt} {...box}>
      <Button size={size} loading={isFetchingNextPage} onClick={onNext}>
        {more}
      </Button>
      {children}
    </chakra.div>
  )
}
