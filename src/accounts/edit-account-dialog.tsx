import { valibotResolver } from '@hookform/resolvers/valibot'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { type AccountChange, accountChange, quotaBytes, quotaForm } from '../../domain/account.ts'
import { dayOf, endOfDay } from '../../domain/expiry-day.ts'
import type { Account } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { dataOf } from '../api/result.ts'
import { fieldIssues } from '../forms/field-issues.ts'
import { Form } from '../forms/form.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import { useClosing } from '../forms/use-closing.ts'
import { worthAsking } from '../forms/worth-asking.ts'
import { useFormats } from '../i18n/formats.ts'
import { useText } from '../i18n/text.ts'
import { ExpiryField } from '../people/expiry-field.tsx'
import { sessionEvents } from '../session/session.ts'
import { showToast } from '../shell/shell.ts'
import { Button } from '../ui/button.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { AccountFields } from './account-fields.tsx'
import { accountsKey } from './use-accounts.ts'

const fields = {
  name: 'name',
  contract_code: 'contractCode',
  site: 'site',
  quota: 'amount',
  expire_date: 'expiry',
  OWN_ACCOUNT: 'expiry',
} as const

/** Changes a customer; what was not touched is not sent, so that a quota of odd bytes or an hour of expiry stays. */
export default function EditAccountDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const t = useText()
  const { decimalSign } = useFormats()
  const client = useQueryClient()
  const { open, close, onExited } = useClosing(onClose)
  const input = useRef<HTMLInputElement | null>(null)
  const form = useForm<AccountChange>({
    resolver: valibotResolver(accountChange),
    // Without it the resolver stops at the first rule, and fields that must agree come last.
    criteriaMode: 'all',
    defaultValues: {
      name: account.name,
      contractCode: account.contract_code,
      site: account.site,
      ...quotaForm(account.quota, decimalSign),
      expiry: dayOf(account.expire_date),
      notification: account.enable_bucket_notification,
    },
  })
  const { handleSubmit, setError, formState } = form
  const { dirtyFields } = formState
  const { mutate, isPending, error } = useMutation({
    mutationFn: (values: AccountChange) =>
      dataOf(
        api.PUT('/user/account', {
          body: {
            id: account.id,
            name: values.name,
            contract_code: values.contractCode,
            site: values.site,
            enable_bucket_notification: values.notification,
            ...((dirtyFields.unlimited || dirtyFields.amount || dirtyFields.unit) && {
              quota: quotaBytes(values),
            }),
            ...(dirtyFields.expiry && { expire_date: endOfDay(values.expiry) }),
          },
        }),
      ),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: accountsKey })
      if (account.own) sessionEvents.reloadUser()
      showToast('people.changed.toast', { about: account.name })
      close()
    },
    onError(error) {
      for (const [at, { field, message }] of fieldIssues(error.failure, fields).entries())
        setError(field, { message }, { shouldFocus: at === 0 })
    },
  })

  return (
    <FormDialog
      open={open}
      unsaved={worthAsking(formState.dirtyFields)}
      onClose={close}
      onExited={onExited}
      initialFocus={input}
      title={t('accounts.editTitle', { name: account.name })}
      lead={t('accounts.editLead')}
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button type="submit" form="edit-account" variant="main" loading={isPending}>
            {t('people.save')}
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <Form id="edit-account" autoComplete="off" onSubmit={handleSubmit(values => mutate(values))}>
          {error && fieldIssues(error.failure, fields).length === 0 && (
            <FailureNotice failure={error.failure} />
          )}
          <AccountFields first={input} usage={account.usage} expiry={account.own ? null : <ExpiryField />} />
        </Form>
      </FormProvider>
    </FormDialog>
  )
}
