import { chakra } from '@chakra-ui/react'
import type { ApiClient } from '../../openapi/schema.ts'
import { ShownOnce } from '../forms/leave-question.tsx'
import { useText } from '../i18n/text.ts'
import { apiAddress } from '../site/base-path.ts'
import { Button } from '../ui/button.tsx'
import { CopyValue } from '../ui/copy.tsx'
import { Dialog, useClosing } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { Snippet } from './snippet.tsx'
import { curlSnippet } from './snippets.ts'

export type MadeClient = { client: ApiClient; token: string }

/** Shows a new token until the user confirms having saved it. */
export default function NewClientDialog({ made, onClose }: { made: MadeClient; onClose: () => void }) {
  const t = useText()
  const { client, token } = made
  const { open, close, onExited } = useClosing(onClose)
  return (
    <Dialog
      open={open}
      size="large"
      onExited={onExited}
      title={t('clients.createdTitle')}
      footer={
        <Button variant="main" onClick={close}>
          {t('keys.done')}
        </Button>
      }
    >
      <ShownOnce />
      <chakra.div data-autofocus tabIndex={-1} outline="none">
        <Notice severity="warning">{t('clients.createdLead')}</Notice>
      </chakra.div>
      <CopyValue label={t('clients.token')} value={token} />
      <chakra.div minW="0">
        <chakra.p textStyle="label" mb="1.5">
          {t('clients.tryIt')}
        </chakra.p>
        <Snippet
          label={t('clients.tryIt')}
          text={curlSnippet(location.origin + apiAddress, token, client.permission)}
        />
      </chakra.div>
    </Dialog>
  )
}
