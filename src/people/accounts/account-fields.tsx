import { type ReactNode, useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import type { AccountChange } from '../../../domain/account.ts'
import { FormCheckbox, FormField } from '../../forms/form-field.tsx'
import { QuotaField } from '../../forms/quota-field.tsx'
import { SelectField } from '../../forms/select-field.tsx'
import { fieldText } from '../../i18n/error-text.ts'
import { useText } from '../../i18n/text.ts'
import { useSites } from './use-accounts.ts'

/** Request fields that the form names differently. */
export const accountFieldOf = {
  contract_code: 'contractCode',
  quota: 'amount',
  expire_date: 'expiry',
} as const

type Props = {
  /** Bytes used; null if unknown or none. */
  usage: number | null
  /** The expiry field, if it may be set. */
  expiry: ReactNode
}

/** The fields that `AccountChange` and `AccountForm` share. */
export function AccountFields({ usage, expiry }: Props) {
  const t = useText()
  const { register, getValues, setValue, formState } = useFormContext<AccountChange>()
  const { data: sites } = useSites()

  useEffect(() => {
    const [only, ...others] = sites ?? []
    if (only && others.length === 0 && getValues('site') === '') setValue('site', only.id)
  }, [sites, getValues, setValue])

  return (
    <>
      <FormField name="name" label={t('accounts.nameLabel')} data-autofocus autoComplete="off" />
      <FormField
        name="contractCode"
        label={t('accounts.contract')}
        autoComplete="off"
        help={t('people.optional')}
      />
      <SelectField
        // A select accepts a value only once its option exists.
        key={sites ? 'sites' : 'none'}
        label={t('accounts.site')}
        error={fieldText(t, formState.errors.site)}
        {...register('site')}
      >
        <option value="">{t('accounts.siteChoose')}</option>
        {sites?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <QuotaField usage={usage} />
      {expiry}
      <FormCheckbox
        name="notification"
        label={t('accounts.notificationFlag')}
        help={t('accounts.notificationHelp')}
      />
    </>
  )
}
