import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { nameOf } from '../../../domain/object-key.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { CopyValue } from '../../ui/copy.tsx'
import { Dialog, useClosing } from '../../ui/dialog.tsx'
import { useAcl } from '../queries.ts'
import { LinkForm } from './link-form.tsx'

type Props = {
  bucket: string
  /** The key of the file selected at first. */
  file?: string
  onClose: () => void
}

/** Generates a link to a file of a bucket; if the bucket is public and no file is given, also shows its address. */
export default function LinkDialog({ bucket, file, onClose }: Props) {
  const t = useText()
  const { open, close, onExited } = useClosing(onClose)
  const [footer, setFooter] = useState<HTMLElement | null>(null)
  return (
    <Dialog
      open={open}
      onClose={close}
      onExited={onExited}
      title={
        file === undefined
          ? t('sharing.link.title', { name: bucket })
          : t('files.linkTitle', { name: nameOf(file) })
      }
      lead={t('sharing.link.lead')}
      size="large"
      footer={
        <>
          <Button onClick={close}>{t('common.close')}</Button>
          <chakra.div ref={setFooter} display="contents" />
        </>
      }
    >
      {file === undefined ? (
        <chakra.div display="flex" flexDirection="column" gap="6">
          <LinkForm bucket={bucket} browses footer={footer} />
          <PublicAddress bucket={bucket} />
        </chakra.div>
      ) : (
        <LinkForm bucket={bucket} file={file} footer={footer} />
      )}
    </Dialog>
  )
}

function PublicAddress({ bucket }: { bucket: string }) {
  const t = useText()
  const { data } = useAcl(bucket)
  if (data?.acl !== 'public') return null
  return <CopyValue label={t('sharing.address')} value={data.url} note={t('sharing.addressNote')} />
}
