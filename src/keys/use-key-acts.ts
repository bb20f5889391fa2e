import { useMemo } from 'react'
import type { AccessKey } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'
import type { Confirmed } from '../confirm/use-confirmed.tsx'
import { showToast } from '../shell/shell.ts'
import { showFailure } from '../shell/show-failure.ts'

/** Actions on keys from the list; failures are toasts. */
export function useKeyActs(confirmed: Confirmed) {
  return useMemo(
    () => ({
      async enable({ access_key, name }: AccessKey, enabled: boolean) {
        const body = { access_key, enabled }
        const outcome = await confirmed(() => result(api.PUT('/user/access-key', { body })))
        if (!outcome) return
        if (!outcome.ok) return showFailure(outcome)
        showToast(enabled ? 'keys.enabled.toast' : 'keys.disabled.toast', { about: name })
      },
    }),
    [confirmed],
  )
}
