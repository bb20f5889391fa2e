import { chakra } from '@chakra-ui/react'
import { useClosing } from '../forms/use-closing.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

type Props = { email: string; current: string; onClose: () => void }

/** Instructions for the link that was mailed to a new address. */
export function EmailSentDialog({ email, current, onClose }: Props) {
  const t = useText()
  const { open, close, onExited } = useClosing(onClose)
  return (
    <Dialog
      open={open}
      onClose={close}
      onExited={onExited}
      title={t('profile.emailSentTitle')}
      lead={t('profile.emailSentLead', { email })}
      footer={
        <Button data-autofocus variant="main" onClick={close}>
          {t('profile.emailSentDone')}
        </Button>
      }
    >
      <chakra.div display="flex" flexDirection="column" gap="2" overflowWrap="anywhere">
        <p>{t('profile.emailSentNext')}</p>
        <p>{t('profile.emailSentUntil', { email: current })}</p>
        <chakra.p color="fg.muted">{t('profile.emailSentNone')}</chakra.p>
      </chakra.div>
    </Dialog>
  )
}
