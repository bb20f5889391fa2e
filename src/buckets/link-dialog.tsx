import { chakra } from '@chakra-ui/react'
import { useClosing } from '../forms/use-closing.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/button.tsx'
import { CopyValue } from '../ui/copy-value.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { LinkForm } from './link-form.tsx'
import { useAcl } from './use-acl.ts'

/** Generates a link to a file of a bucket; of a public bucket also tells the address. */
export default function LinkDialog({ bucket, onClose }: { bucket: string; onClose: () => void }) {
  const t = useText()
  const { open, close, onExited } = useClosing(onClose)
  const { data } = useAcl(bucket)
  return (
    <Dialog
      open={open}
      onClose={close}
      onExited={onExited}
      title={t('sharing.link.title', { name: bucket })}
      lead={t('sharing.link.lead')}
      footer={<Button onClick={close}>{t('common.close')}</Button>}
    >
      <chakra.div display="flex" flexDirection="column" gap="6">
        <LinkForm bucket={bucket} browses />
        {data?.acl === 'public' && (
          <CopyValue label={t('sharing.address')} value={data.url} note={t('sharing.addressNote')} />
        )}
      </chakra.div>
    </Dialog>
  )
}
