import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Account } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { dataOf } from '../api/result.ts'
import { useClosing } from '../forms/use-closing.ts'
import { useText } from '../i18n/text.ts'
import { Consequences } from '../people/consequences.tsx'
import { showToast } from '../shell/shell.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { accountsKey } from './use-accounts.ts'

/** Suspends a customer, or resumes a suspended one, after saying what that does. */
export default function SuspendAccountDialog({
  account,
  onClose,
}: {
  account: Account
  onClose: () => void
}) {
  const t = useText()
  const client = useQueryClient()
  const { open, close, onExited } = useClosing(onClose)
  const suspends = !account.suspended
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => dataOf(api.PUT('/user/account', { body: { id: account.id, suspended: suspends } })),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: accountsKey })
      showToast(suspends ? 'accounts.suspended.toast' : 'accounts.resumed.toast', { about: account.name })
      close()
    },
  })
  const { name } = account
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      onExited={onExited}
      danger={suspends}
      busy={isPending}
      title={suspends ? t('accounts.suspendTitle', { name }) : t('accounts.resumeTitle', { name })}
      lead={suspends ? t('accounts.suspendLead') : t('accounts.resumeLead')}
      action={suspends ? t('accounts.suspendDo') : t('accounts.resumeDo')}
      onConfirm={() => mutate()}
    >
      <FailureNotice failure={error?.failure ?? null} />
      {suspends && (
        <Consequences
          lines={[
            t('accounts.suspendSessions', { subUsers: account.sub_users }),
            t('accounts.suspendKeys'),
            t('accounts.suspendFiles'),
          ]}
        />
      )}
    </ConfirmDialog>
  )
}
