import { chakra } from '@chakra-ui/react'
import type { TopicSecret } from '../../openapi/schema.ts'
import { useClosing } from '../forms/use-closing.ts'
import { useFormats } from '../i18n/formats.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { CopyValue } from '../ui/copy.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'

type Props = {
  name: string
  secret: TopicSecret
  /** The topic was just created. */
  isNew: boolean
  onClose: () => void
}

/** A topic's secret, and its purpose. */
export function SecretDialog({ name, secret: { secret, old_until: until }, isNew, onClose }: Props) {
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
