import { useQueryClient } from '@tanstack/react-query'
import type { Account } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'
import InviteAgain from '../people/invite-again-dialog.tsx'
import { accountsKey } from './use-accounts.ts'

/** Sends the owner of a customer another invitation. */
export default function InviteOwnerDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const client = useQueryClient()
  return (
    <InviteAgain
      name={account.owner_name}
      email={account.owner_email}
      send={() => result(api.POST('/user/account/invite', { body: { id: account.id } }))}
      onSent={() => client.invalidateQueries({ queryKey: accountsKey })}
      onClose={onClose}
    />
  )
}
