import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { ApiResult } from '../api/result.ts'
import { lazyDialog } from '../ui/lazy.tsx'

const ConfirmIdentity = lazyDialog(
  () => import('./confirm-identity.tsx'),
  ({ onEnd }) => onEnd(false),
)

/** Begins the query keys of everything that is shown only while the identity is confirmed. */
export const protectedKey = ['protected'] as const

/** Makes a call, and where the server asks for confirmation, asks for it and makes the call again; null: it was left. */
export type Confirmed = <Data>(call: () => Promise<ApiResult<Data>>) => Promise<ApiResult<Data> | null>

/**
 * Acts that the server may want confirmed. `ask` asks without an act (true: it is confirmed now); `dialog` belongs
 * anywhere on the page. What is shown behind a confirmation is read anew after each.
 */
export function useConfirmed(): { ask: () => Promise<boolean>; confirmed: Confirmed; dialog: ReactNode } {
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const answers = useRef(new Set<(confirmed: boolean) => void>())

  const end = useCallback(
    (confirmed: boolean) => {
      setAsking(false)
      if (confirmed) void client.invalidateQueries({ queryKey: protectedKey })
      for (const answer of answers.current) answer(confirmed)
      answers.current.clear()
    },
    [client],
  )
  const ask = useCallback(
    () =>
      new Promise<boolean>(resolve => {
        answers.current.add(resolve)
        setAsking(true)
      }),
    [],
  )
  const confirmed = useCallback<Confirmed>(
    async call => {
      const outcome = await call()
      if (outcome.ok || outcome.code !== 'CONFIRMATION_REQUIRED') return outcome
      return (await ask()) ? call() : null
    },
    [ask],
  )
  useEffect(() => {
    const waiting = answers.current
    return () => {
      for (const answer of waiting) answer(false)
    }
  }, [])
  return { ask, confirmed, dialog: asking && <ConfirmIdentity onEnd={end} /> }
}
