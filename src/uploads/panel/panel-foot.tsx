import { chakra } from '@chakra-ui/react'
import { Pause, Play, X } from 'lucide-react'
import { useState } from 'react'
import {
  selectActivity,
  selectCounts,
  selectForAll,
  selectHasEnded,
} from '../../../machines/upload-queue/selectors.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { uploadEvents } from '../queue/uploads.ts'
import { useUploads } from './use-uploads.ts'

/** What can be done with all uploads. */
export function PanelFoot() {
  const t = useText()
  const [confirming, setConfirming] = useState(false)
  const { unfinished } = useUploads(selectCounts)
  const hasEnded = useUploads(selectHasEnded)
  const adding = useUploads(selectActivity) === 'adding'
  const can = useUploads(selectForAll)
  return (
    <chakra.footer
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="1"
      px="2"
      py="2"
      borderTopWidth="1px"
    >
      {can.pause && (
        <Button size="sm" variant="quiet" px="2" onClick={uploadEvents.pauseAll}>
          <Pause />
          {t('uploads.pauseAll')}
        </Button>
      )}
      {can.continue && (
        <Button size="sm" variant="quiet" px="2" onClick={uploadEvents.continueAll}>
          <Play />
          {t('uploads.continueAll')}
        </Button>
      )}
      {(unfinished > 0 || adding) && (
        <Button size="sm" variant="quiet" px="2" onClick={() => setConfirming(true)}>
          <X />
          {t('uploads.cancelAll')}
        </Button>
      )}
      <chakra.span flex="1" />
      {hasEnded && (
        <Button size="sm" variant="quiet" px="2" onClick={() => uploadEvents.clear(false)}>
          {t('uploads.clear')}
        </Button>
      )}
      <ConfirmDialog
        open={confirming}
        danger
        title={t('uploads.cancelAllTitle')}
        lead={t('uploads.cancelAllLead', { count: unfinished })}
        action={t('uploads.cancelAll')}
        dismiss={t('uploads.keepUploading')}
        onClose={() => setConfirming(false)}
        onConfirm={() => {
          setConfirming(false)
          uploadEvents.cancelAll()
        }}
      />
    </chakra.footer>
  )
}
