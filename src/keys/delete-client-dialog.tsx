import type { ApiClient } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'
import type { Confirmed } from '../confirm/use-confirmed.tsx'
import { useText } from '../i18n/text.ts'
import { DeleteDialog } from './delete-dialog.tsx'

type Props = { client: ApiClient; confirmed: Confirmed; onClose: () => void }

export default function DeleteClientDialog({ client: { id, name }, confirmed, onClose }: Props) {
  const t = useText()
  return (
    <DeleteDialog
      title={t('clients.deleteTitle', { name })}
      name={name}
      lead={t('clients.deleteLead')}
      action={t('clients.deleteDo')}
      call={() => confirmed(() => result(api.DELETE('/user/api-client', { body: { id } })))}
      onClose={onClose}
    />
  )
}
