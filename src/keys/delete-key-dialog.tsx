import type { AccessKey } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'
import type { Confirmed } from '../confirm/use-confirmed.tsx'
import { useText } from '../i18n/text.ts'
import { DeleteDialog } from './delete-dialog.tsx'

type Props = { accessKey: AccessKey; confirmed: Confirmed; onClose: () => void }

/** Asks before a key is deleted, and explains what stops working. */
export default function DeleteKeyDialog({ accessKey, confirmed, onClose }: Props) {
  const t = useText()
  const { access_key, name, own, user } = accessKey
  const lead = [
    t('keys.deleteLead', { accessKey: access_key }),
    ...(own ? [] : [t('keys.deleteOther', { user })]),
  ]
  return (
    <DeleteDialog
      title={t('keys.deleteTitle', { name })}
      name={name}
      lead={lead.join(' ')}
      action={t('keys.deleteDo')}
      call={() => confirmed(() => result(api.DELETE('/user/access-key', { body: { access_key } })))}
      onClose={onClose}
    />
  )
}
