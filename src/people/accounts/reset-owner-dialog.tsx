import type { Account } from '../../../openapi/schema.ts'
import { api } from '../../api/client.ts'
import { result } from '../../api/result.ts'
import type { FirstSignIn } from '../hand-over-dialog.tsx'
import ResetSignIn from '../reset-sign-in-dialog.tsx'

type Props = { account: Account; onMade: (made: FirstSignIn) => void; onClose: () => void }

export default function ResetOwnerDialog({ account, ...events }: Props) {
  return (
    <ResetSignIn
      name={account.owner_name}
      email={account.owner_email}
      send={parts => result(api.POST('/user/account/reset', { body: { id: account.id, parts } }))}
      {...events}
    />
  )
}
