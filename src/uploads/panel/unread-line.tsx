import { useState } from 'react'
import type { UnreadSelection } from '../../../machines/upload-queue/types.ts'
import { useText } from '../../i18n/text.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { uploadEvents } from '../queue/uploads.ts'
import { mayReadAgain } from '../store/choose-again.ts'
import { LineActions, ListLine } from './list-line.tsx'

/** What was chosen and not read to its end, so that not all of its files are in the list. */
export function UnreadLine({ unread }: { unread: UnreadSelection }) {
  const t = useText()
  const [confirming, setConfirming] = useState(false)
  const { id, reason, selection } = unread
  const [first = '', ...others] = selection.tops
  const name = first.replace(/\/$/, '')
  return (
    <ListLine
      name={first}
      status="missing"
      reason={reason}
      progress={null}
      says={{ text: t(`uploads.unread.${reason}`, { others: others.length }), tone: 'warning' }}
    >
      <LineActions
        name={name}
        can={{ retry: reason !== 'INTERRUPTED', cancel: true }}
        onStep={async step => {
          if (step === 'cancel') setConfirming(true)
          else if (await mayReadAgain(unread)) uploadEvents.readAgain(id)
        }}
      />
      <ConfirmDialog
        open={confirming}
        danger
        title={t('uploads.cancelFolderTitle', { name })}
        lead={t('uploads.giveUpUnread')}
        action={t('uploads.cancelFolder')}
        onClose={() => setConfirming(false)}
        onConfirm={() => {
          setConfirming(false)
          uploadEvents.giveUpUnread(id)
        }}
      />
    </ListLine>
  )
}
