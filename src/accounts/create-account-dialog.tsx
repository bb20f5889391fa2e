import { chakra } from '@chakra-ui/react'
import { valibotResolver } from '@hookform/resolvers/valibot'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { FormProvider, useForm, useFormContext } from 'react-hook-form'
import { type AccountForm, accountForm, quotaBytes } from '../../domain/account.ts'
import { endOfDay } from '../../domain/expiry-day.ts'
import { api } from '../api/client.ts'
import { dataOf } from '../api/result.ts'
import { Field } from '../forms/field.tsx'
import { fieldIssues } from '../forms/field-issues.ts'
import { Column, Columns, Form } from '../forms/form.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useClosing } from '../forms/use-closing.ts'
import { worthAsking } from '../forms/worth-asking.ts'
import { fieldText } from '../i18n/error-text.ts'
import { useText } from '../i18n/text.ts'
import { ExpiryField } from '../people/expiry-field.tsx'
import { FirstPasswordFields } from '../people/first-password-fields.tsx'
import type { FirstSignIn } from '../people/hand-over-dialog.tsx'
import { showToast } from '../shell/shell.ts'
import { Button } from '../ui/button.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { AccountFields } from './account-fields.tsx'
import { accountsKey } from './use-accounts.ts'

/** The form's field of each field of the request, and of each code that is about one. */
const fields = {
  name: 'name',
  contract_code: 'contractCode',
  site: 'site',
  quota: 'amount',
  expire_date: 'expiry',
  owner_name: 'ownerName',
  owner_email: 'ownerEmail',
  EMAIL_TAKEN: 'ownerEmail',
  USER_TAKEN: 'ownerEmail',
  password: 'password',
} as const

type Props = {
  onClose: () => void
  /** Called instead of `onClose` when there is something to hand over. */
  onMade: (made: FirstSignIn) => void
}

/** Asks for everything about a new customer and its owner, and makes both. */
export default function CreateAccountDialog({ onClose, onMade }: Props) {
  const t = useText()
  const client = useQueryClient()
  const made = useRef<FirstSignIn | null>(null)
  const { open, close, onExited } = useClosing(() => (made.current ? onMade(made.current) : onClose()))
  const input = useRef<HTMLInputElement | null>(null)
  const form = useForm<AccountForm>({
    resolver: valibotResolver(accountForm),
    // Without it the resolver stops at the first rule, and fields that must agree come last.
    criteriaMode: 'all',
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
      password: '',
      confirm: '',
    },
  })
  const { handleSubmit, setError, formState } = form
  const { mutate, isPending, error } = useMutation({
    mutationFn: (values: AccountForm) =>
      dataOf(
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
            password: values.password,
          },
        }),
      ),
    async onSuccess(account, { password }) {
      made.current = { name: account.owner_name, email: account.owner_email, password }
      await client.invalidateQueries({ queryKey: accountsKey })
      showToast('people.created.toast', { about: account.name })
      close()
    },
    onError(error) {
      for (const [at, { field, message }] of fieldIssues(error.failure, fields).entries())
        setError(field, { message }, { shouldFocus: at === 0 })
    },
  })

  /** Not while it is being made: the first password would be known to nobody. */
  const leave = () => {
    if (!isPending) close()
  }

  return (
    <FormDialog
      open={open}
      size="large"
      unsaved={worthAsking(formState.dirtyFields)}
      onClose={leave}
      onExited={onExited}
      initialFocus={input}
      title={t('accounts.createTitle')}
      lead={t('accounts.createLead')}
      footer={
        <>
          <Button onClick={leave}>{t('common.cancel')}</Button>
          <Button type="submit" form="create-account" variant="main" loading={isPending}>
            {t('accounts.create')}
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <Form id="create-account" autoComplete="off" onSubmit={handleSubmit(values => mutate(values))}>
          {error && fieldIssues(error.failure, fields).length === 0 && (
            <FailureNotice failure={error.failure} />
          )}
          <Columns>
            <Column>
              <AccountFields first={input} usage={null} expiry={<ExpiryField />} />
            </Column>
            <Column>
              <OwnerFields />
            </Column>
          </Columns>
        </Form>
      </FormProvider>
    </FormDialog>
  )
}

/** Their own component, so that the first wrong field of the whole form gets the focus: fields are known in the order of rendering. */
function OwnerFields() {
  const t = useText()
  const { register, formState } = useFormContext<AccountForm>()
  return (
    <>
      <chakra.h3 textStyle="heading" borderTopWidth={{ base: '1px', md: '0' }} pt={{ base: '5', md: '0' }}>
        {t('accounts.groupOwner')}
      </chakra.h3>
      <Field
        label={t('accounts.ownerName')}
        autoComplete="off"
        maxLength={100}
        error={fieldText(t, formState.errors.ownerName)}
        {...register('ownerName')}
      />
      <Field
        label={t('accounts.ownerEmail')}
        type="email"
        autoComplete="off"
        error={fieldText(t, formState.errors.ownerEmail)}
        {...register('ownerEmail')}
      />
      <FirstPasswordFields />
    </>
  )
}
