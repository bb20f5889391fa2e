import { type ReactNode, useState } from 'react'
import type { TopicSecret } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'
import { type Confirmed, useConfirmed } from '../confirm/use-confirmed.tsx'
import { showFailure } from '../shell/show-failure.ts'
import { SecretDialog } from './secret-dialog.tsx'

/** Shows a topic's secret, after the identity is confirmed. Render `dialog` anywhere on the page. */
export function useSecret(): {
  reveal: (name: string, more?: { isNew?: boolean }) => Promise<void>
  show: (name: string, secret: TopicSecret) => void
  confirmed: Confirmed
  dialog: ReactNode
} {
  const { confirmed, dialog } = useConfirmed()
  const [shown, setShown] = useState<{ name: string; secret: TopicSecret; isNew: boolean } | null>(null)
  return {
    async reveal(name, { isNew = false } = {}) {
      const outcome = await confirmed(() =>
        result(api.POST('/notification/topic/secret', { body: { name } })),
      )
      if (!outcome) return
      if (!outcome.ok) return showFailure(outcome)
      setShown({ name, secret: outcome.data, isNew })
    },
    show: (name, secret) => setShown({ name, secret, isNew: false }),
    confirmed,
    dialog: (
      <>
        {shown && <SecretDialog {...shown} onClose={() => setShown(null)} />}
        {dialog}
      </>
    ),
  }
}
