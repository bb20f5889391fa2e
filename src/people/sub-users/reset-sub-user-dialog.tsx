import type { SubUser } from '../../../openapi/schema.ts'
import { api } from '../../api/client.ts'
import { result } from '../../api/result.ts'
import type { FirstSignIn } from '../hand-over-dialog.tsx'
import ResetSignIn from '../reset-sign-in-dialog.tsx'

type Props = { user: SubUser; onMade: (made: FirstSignIn) => void; onClose: () => void }

export default function ResetSubUserDialog({ user, ...events }: Props) {
  return (
    <ResetSignIn
      name={user.fullName}
      email={user.email}
      send={parts => result(api.POST('/user-management/reset', { body: { id: user.id, parts } }))}
      {...events}
    />
  )
}
