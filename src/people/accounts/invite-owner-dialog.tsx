import type { Account } from '../../../openapi/schema.ts'
import { api } from '../../api/client.ts'
import { result } from '../../api/result.ts'
import InviteAgain from '../invite-again-dialog.tsx'

export default function InviteOwnerDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  return (
    <InviteAgain
      name={account.owner_name}
      email={account.owner_email}
      send={() => result(api.POST('/user/account/invite', { body: { id: account.id } }))}
      onClose={onClose}
    />
  )
}
