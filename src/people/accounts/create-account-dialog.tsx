import { chakra } from '@chakra-ui/react'
import { accountForm, quotaBytes } from '../../../domain/account.ts'
import { endOfDay } from '../../../domain/expiry-day.ts'
import { api } from '../../api/client.ts'
import { result } from '../../api/result.ts'
import { Column, Columns } from '../../forms/form.tsx'
import { FormDialog, useFormDialog } from '../../forms/form-dialog.tsx'
import { FormField } from '../../forms/form-field.tsx'
import { useText } from '../../i18n/text.ts'
import { showToast } from '../../shell/toast.ts'
import { ExpiryField } from '../expiry-field.tsx'
import { FirstPasswordFields } from '../first-password-fields.tsx'
import type { FirstSignIn } from '../hand-over-dialog.tsx'
import { AccountFields, accountFieldOf } from './account-fields.tsx'

type Props = {
  onClose: () => void
  /** Called instead of `onClose` when a first password must be shown. */
  onMade: (made: FirstSignIn) => void
}

export default function CreateAccountDialog({ onClose, onMade }: Props) {
  const t = useText()
  const form = useFormDialog({
    schema: accountForm,
    defaultValues: {
      name: '',
      contractCode: '',
      site: '',
      unlimited: false,
      amount: '100',
      unit: 'GB',
      expiry: '',
      notification: false,
      ownerName: '',
      ownerEmail: '',
      how: 'invitation',
      password: '',
      confirm: '',
    },
    fields: {
      ...accountFieldOf,
      owner_name: 'ownerName',
      owner_email: 'ownerEmail',
      EMAIL_TAKEN: 'ownerEmail',
      USER_TAKEN: 'ownerEmail',
    },
    async send(values) {
      const password = values.how === 'password' ? values.password : null
      const outcome = await result(
        api.POST('/user/create', {
          body: {
            name: values.name,
            contract_code: values.contractCode,
            site: values.site,
            quota: quotaBytes(values),
            expire_date: endOfDay(values.expiry),
            enable_bucket_notification: values.notification,
            owner_name: values.ownerName,
            owner_email: values.ownerEmail,
            ...(password !== null && { password }),
          },
        }),
      )
      return outcome.ok ? { ok: true, data: { ...outcome.data, password } } : outcome
    },
    onSent({ name, password }) {
      showToast(password === null ? 'people.invited.toast' : 'people.created.toast', { about: name })
    },
    onClose(made) {
      if (made?.password) onMade({ name: made.owner_name, email: made.owner_email, password: made.password })
      else onClose()
    },
    staysWhileSending: true,
  })
  return (
    <FormDialog
      form={form}
      size="large"
      title={t('accounts.createTitle')}
      lead={t('accounts.createLead')}
      action={t('accounts.create')}
    >
      <Columns>
        <Column>
          <AccountFields usage={null} expiry={<ExpiryField />} />
        </Column>
        <Column>
          <OwnerFields />
        </Column>
      </Columns>
    </FormDialog>
  )
}

/** A component of its own, because focus goes to the first invalid field in the order of rendering. */
function OwnerFields() {
  const t = useText()
  return (
    <>
      <chakra.h3 textStyle="heading" borderTopWidth={{ base: '1px', md: '0' }} pt={{ base: '5', md: '0' }}>
        {t('accounts.groupOwner')}
      </chakra.h3>
      <FormField name="ownerName" label={t('accounts.ownerName')} autoComplete="off" />
      <FormField name="ownerEmail" label={t('accounts.ownerEmail')} type="email" autoComplete="off" />
      <FirstPasswordFields />
    </>
  )
}
