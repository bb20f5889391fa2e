import { ChartColumn, KeyRound, Lock, LockOpen, Pencil, Send, UserRoundKey, UserRoundPen } from 'lucide-react'
import { useLocation } from 'wouter'
import type { Account } from '../../../openapi/schema.ts'
import { useText } from '../../i18n/text.ts'
import { ItemMenu } from '../../ui/action-menu.tsx'

export type AccountActs = {
  onEdit: (account: Account) => void
  /** Sends the owner another invitation. */
  onInvite: (account: Account) => void
  /** Resets the owner's sign-in. */
  onReset: (account: Account) => void
  /** Replaces the customer's owner. */
  onReplace: (account: Account) => void
  /** Asks to end that everybody must sign in at a provider. */
  onAllowPasswords: (account: Account) => void
  /** Asks to suspend the customer, or to resume a suspended one. */
  onSuspend: (account: Account) => void
}

/** Actions on one customer. The user's own can only be edited, so that users cannot lock themselves out. */
export function AccountActions({
  account,
  onEdit,
  onInvite,
  onReset,
  onReplace,
  onAllowPasswords,
  onSuspend,
}: { account: Account } & AccountActs) {
  const t = useText()
  const [, navigate] = useLocation()
  return (
    <ItemMenu
      name={account.name}
      size="sm"
      actions={[
        {
          id: 'numbers',
          label: t('accounts.numbers'),
          icon: <ChartColumn />,
          run: () => navigate(`/dashboard/account/${account.id}`),
        },
        { id: 'edit', label: t('accounts.edit'), icon: <Pencil />, run: () => onEdit(account) },
        ...(account.require_sso
          ? [
              {
                id: 'allow-passwords',
                label: t('accounts.allowPasswords'),
                icon: <KeyRound />,
                run: () => onAllowPasswords(account),
              },
            ]
          : []),
        ...(account.own
          ? []
          : [
              ...(account.owner_invited_until === null
                ? []
                : [
                    { id: 'invite', label: t('people.invite'), icon: <Send />, run: () => onInvite(account) },
                  ]),
              { id: 'reset', label: t('people.reset'), icon: <UserRoundKey />, run: () => onReset(account) },
              {
                id: 'replace',
                label: t('accounts.replaceOwner'),
                icon: <UserRoundPen />,
                run: () => onReplace(account),
              },
              null,
              account.suspended
                ? {
                    id: 'resume',
                    label: t('accounts.resume'),
                    icon: <LockOpen />,
                    run: () => onSuspend(account),
                  }
                : {
                    id: 'suspend',
                    label: t('accounts.suspend'),
                    icon: <Lock />,
                    danger: true,
                    run: () => onSuspend(account),
                  },
            ]),
      ]}
    />
  )
}
