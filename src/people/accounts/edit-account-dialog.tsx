import { accountChange, quotaBytes, quotaForm } from '../../../domain/account.ts'
import { dayOf, endOfDay } from '../../../domain/expiry-day.ts'
import type { Account } from '../../../openapi/schema.ts'
import { api } from '../../api/client.ts'
import { result } from '../../api/result.ts'
import { FormDialog, useFormDialog } from '../../forms/form-dialog.tsx'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/text.ts'
import { sessionEvents } from '../../session/flow.ts'
import { showToast } from '../../shell/toast.ts'
import { ExpiryField } from '../expiry-field.tsx'
import { AccountFields, accountFieldOf } from './account-fields.tsx'

/** Edits a customer. Untouched fields are not sent, so that a quota in odd bytes or an expiry hour is kept. */
export default function EditAccountDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const t = useText()
  const { decimalSign } = useFormats()
  const form = useFormDialog({
    schema: accountChange,
    defaultValues: {
      name: account.name,
      contractCode: account.contract_code,
      site: account.site,
      ...quotaForm(account.quota, decimalSign),
      expiry: dayOf(account.expire_date),
      notification: account.enable_bucket_notification,
    },
    fields: { ...accountFieldOf, OWN_ACCOUNT: 'expiry' },
    send: (values, { unlimited, amount, unit, expiry }) =>
      result(
        api.PUT('/user/account', {
          body: {
            id: account.id,
            name: values.name,
            contract_code: values.contractCode,
            site: values.site,
            enable_bucket_notification: values.notification,
            ...((unlimited || amount || unit) && { quota: quotaBytes(values) }),
            ...(expiry && { expire_date: endOfDay(values.expiry) }),
          },
        }),
      ),
    onSent() {
      if (account.own) sessionEvents.reloadUser()
      showToast('people.changed.toast', { about: account.name })
    },
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t('accounts.editTitle', { name: account.name })}
      lead={t('accounts.editLead')}
      action={t('people.save')}
    >
      <AccountFields usage={account.usage} expiry={account.own ? null : <ExpiryField />} />
    </FormDialog>
  )
}
