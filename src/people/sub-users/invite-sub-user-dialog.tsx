import type { SubUser } from '../../../openapi/schema.ts'
import { api } from '../../api/client.ts'
import { result } from '../../api/result.ts'
import InviteAgain from '../invite-again-dialog.tsx'

export default function InviteSubUserDialog({ user, onClose }: { user: SubUser; onClose: () => void }) {
  return (
    <InviteAgain
      name={user.fullName}
      email={user.email}
      send={() => result(api.POST('/user-management/invite', { body: { id: user.id } }))}
      onClose={onClose}
    />
  )
}
