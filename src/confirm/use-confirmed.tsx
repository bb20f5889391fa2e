import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { ApiResult } from '../api/result.ts'
import { lazyDialog } from '../ui/lazy.tsx'

const ConfirmIdentity = lazyDialog(
  () => import('./confirm-identity.tsx'),
  ({ onEnd }) => onEnd(false),
)

/** Makes a call; if the server requires confirmation, asks for it and repeats the call. Null: the user cancelled. */
export type Confirmed = <Data>(call: () => Promise<ApiResult<Data>>) => Promise<ApiResult<Data> | null>

/**
 * Acts that the server may require to be confirmed. `ask` asks without an act (true: confirmed); render `dialog`
 * anywhere on the page.
 */
export function useConfirmed(): { ask: () => Promise<boolean>; confirmed: Confirmed; dialog: ReactNode } {
  const [asking, setAsking] = useState(false)
  const answers = useRef(new Set<(confirmed: boolean) => void>())

  const end = useCallback((confirmed: boolean) => {
    setAsking(false)
    for (const answer of answers.current) answer(confirmed)
    answers.current.clear()
  }, [])
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
