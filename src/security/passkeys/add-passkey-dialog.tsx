import { label } from '../../../domain/label.ts'
import * as v from '../../../domain/valibot.ts'
import type { Passkey } from '../../../openapi/schema.ts'
import { api } from '../../api/client.ts'
import { type ApiResult, result } from '../../api/result.ts'
import { type Confirmed, useConfirmed } from '../../confirm/use-confirmed.tsx'
import { FormDialog, useFormDialog } from '../../forms/form-dialog.tsx'
import { FormField } from '../../forms/form-field.tsx'
import { useText } from '../../i18n/text.ts'
import { showToast } from '../../shell/toast.ts'

/** Has the device make a passkey, and stores it. Null: not confirmed, or the browser's dialog was closed. */
async function addPasskey(name: string, confirmed: Confirmed): Promise<ApiResult<Passkey> | null> {
  const begun = await confirmed(() => result(api.POST('/user/passkeys/begin')))
  if (!begun?.ok) return begun
  const { createPasskey } = await import('../../api/authenticator.ts')
  const made = await createPasskey(begun.data)
  if (!made?.ok) return made
  return result(api.POST('/user/passkeys', { body: { name, credential: made.data } }))
}

/** `onDone`: one was added. */
export default function AddPasskeyDialog({ onDone, onClose }: { onDone?: () => void; onClose: () => void }) {
  const t = useText()
  const { confirmed, dialog: confirmation } = useConfirmed()
  const form = useFormDialog({
    schema: v.object({ name: label }),
    defaultValues: { name: '' },
    send: ({ name }) => addPasskey(name, confirmed),
    onSent({ name }) {
      showToast('passkeys.toast.added', { about: name })
      onDone?.()
    },
    onClose,
  })
  return (
    <>
      <FormDialog
        form={form}
        title={t('passkeys.addTitle')}
        lead={t('passkeys.addLead')}
        action={t('passkeys.add')}
      >
        <FormField
          name="name"
          label={t('passkeys.name')}
          placeholder={t('passkeys.nameHint')}
          data-autofocus
          autoComplete="off"
        />
      </FormDialog>
      {confirmation}
    </>
  )
}
