import { chakra } from '@chakra-ui/react'
import { type ReactNode, useState } from 'react'
import type { TopicSecret } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'
import { type Confirmed, useConfirmed } from '../confirm/use-confirmed.tsx'
import { useFormats } from '../i18n/formats.ts'
import { useText } from '../i18n/text.ts'
import { showFailure } from '../shell/show-failure.ts'
import { Button } from '../ui/button.tsx'
import { CopyValue } from '../ui/copy.tsx'
import { Dialog, useClosing } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'

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

type Props = {
  name: string
  secret: TopicSecret
  /** The topic was just created. */
  isNew: boolean
  onClose: () => void
}

/** A topic's secret, and its purpose. */
function SecretDialog({ name, secret: { secret, old_until: until }, isNew, onClose }: Props) {
  const t = useText()
  const format = useFormats()
  const { open, close, onExited } = useClosing(onClose)
  return (
    <Dialog
      open={open}
      onClose={close}
      onExited={onExited}
      title={t(isNew ? 'topics.secret.titleNew' : 'topics.secret.title', { name })}
      lead={t('topics.secret.lead')}
      footer={
        <Button variant="main" data-autofocus onClick={close}>
          {t('topics.secret.done')}
        </Button>
      }
    >
      <CopyValue label={t('topics.secret')} value={secret} />
      <chakra.p textStyle="small" color="fg.muted">
        {t('topics.secret.again')}
      </chakra.p>
      {until !== null && (
        <Notice severity="info">{t('topics.secret.oldUntil', { time: format.dateTime(until) })}</Notice>
      )}
    </Dialog>
  )
}
