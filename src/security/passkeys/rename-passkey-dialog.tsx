import { label } from '../../../domain/label.ts'
import * as v from '../../../domain/valibot.ts'
import type { Passkey } from '../../../openapi/schema.ts'
import { api } from '../../api/client.ts'
import { result } from '../../api/result.ts'
import { FormDialog, useFormDialog } from '../../forms/form-dialog.tsx'
import { FormField } from '../../forms/form-field.tsx'
import { useText } from '../../i18n/text.ts'
import { showToast } from '../../shell/toast.ts'

export default function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const t = useText()
  const { id, name } = passkey
  const form = useFormDialog({
    schema: v.object({ name: label }),
    defaultValues: { name },
    send: values => result(api.PUT('/user/passkeys', { body: { id, ...values } })),
    onSent: (_, values) => showToast('passkeys.toast.renamed', { about: values.name }),
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t('passkeys.renameTitle')}
      lead={t('passkeys.renameLead')}
      action={t('passkeys.rename')}
    >
      <FormField name="name" label={t('passkeys.name')} data-autofocus autoComplete="off" />
    </FormDialog>
  )
}
