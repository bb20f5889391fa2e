import type { Account } from '../../../openapi/schema.ts'
import { api } from '../../api/client.ts'
import { result } from '../../api/result.ts'
import { ActDialog } from '../../forms/act-dialog.tsx'
import { useText } from '../../i18n/text.ts'
import { showToast } from '../../shell/toast.ts'
import { BegunDownloads } from '../begun-downloads.tsx'
import { Consequences } from '../consequences.tsx'

/** Suspends or resumes a customer, after explaining the consequences. */
export default function SuspendAccountDialog({
  account: { id, name, suspended, sub_users: subUsers },
  onClose,
}: {
  account: Account
  onClose: () => void
}) {
  const t = useText()
  const suspends = !suspended
  return (
    <ActDialog
      danger={suspends}
      title={suspends ? t('accounts.suspendTitle', { name }) : t('accounts.resumeTitle', { name })}
      lead={suspends ? t('accounts.suspendLead') : t('accounts.resumeLead')}
      action={suspends ? t('accounts.suspendDo') : t('accounts.resumeDo')}
      send={() => result(api.PUT('/user/account', { body: { id, suspended: suspends } }))}
      onSent={() => {
        showToast(suspends ? 'accounts.suspended.toast' : 'accounts.resumed.toast', { about: name })
      }}
      onClose={onClose}
    >
      {suspends && (
        <>
          <Consequences
            lines={[
              t('accounts.suspendSessions', { subUsers }),
              t('accounts.suspendKeys'),
              t('accounts.suspendFiles'),
            ]}
          />
          <BegunDownloads />
        </>
      )}
    </ActDialog>
  )
}
