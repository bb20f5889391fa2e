import { chakra } from '@chakra-ui/react'
import { type ReactNode, type RefObject, useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { type AccountChange, quotaBytes, quotaUnits } from '../../domain/account.ts'
import { Checkbox } from '../forms/checkbox.tsx'
import { Field } from '../forms/field.tsx'
import { SelectField } from '../forms/select-field.tsx'
import { fieldText } from '../i18n/error-text.ts'
import { useFormats } from '../i18n/formats.ts'
import { useText } from '../i18n/text.ts'
import { Notice } from '../ui/notice.tsx'
import { useSites } from './use-accounts.ts'

type Props = {
  /** Gets the first field. */
  first: RefObject<HTMLInputElement | null>
  /** Bytes that are used now; null: unknown, or nothing yet. */
  usage: number | null
  /** The field for the expiry, where it may be set. */
  expiry: ReactNode
}

/** The facts of a customer, in a form of `AccountChange` or `AccountForm`. */
export function AccountFields({ first, usage, expiry }: Props) {
  const t = useText()
  const { register, getValues, setValue, formState } = useFormContext<AccountChange>()
  const { data: sites } = useSites()
  const text = (name: keyof AccountChange) => fieldText(t, formState.errors[name])
  const { ref, ...name } = register('name')

  useEffect(() => {
    const [only, ...others] = sites ?? []
    if (only && others.length === 0 && getValues('site') === '') setValue('site', only.id)
  }, [sites, getValues, setValue])

  return (
    <>
      <Field
        label={t('accounts.nameLabel')}
        autoComplete="off"
        maxLength={100}
        error={text('name')}
        {...name}
        ref={(element: HTMLInputElement | null) => {
          ref(element)
          first.current = element
        }}
      />
      <Field
        label={t('accounts.contract')}
        autoComplete="off"
        maxLength={64}
        help={t('people.optional')}
        error={text('contractCode')}
        {...register('contractCode')}
      />
      <SelectField
        // A select takes its value only when the option is there.
        key={sites ? 'sites' : 'none'}
        label={t('accounts.site')}
        error={text('site')}
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
      <Checkbox label={t('accounts.notificationFlag')} {...register('notification')} />
    </>
  )
}

function QuotaField({ usage }: { usage: number | null }) {
  const t = useText()
  const format = useFormats()
  const { register, formState } = useFormContext<AccountChange>()
  const [unlimited, amount, unit] = useWatch<AccountChange, ['unlimited', 'amount', 'unit']>({
    name: ['unlimited', 'amount', 'unit'],
  })
  const bytes = quotaBytes({ unlimited, amount, unit })
  return (
    <chakra.div display="flex" flexDirection="column" gap="3">
      {!unlimited && (
        <chakra.div display="grid" gridTemplateColumns="1fr 96px" gap="2" alignItems="start">
          <Field
            label={t('accounts.quota')}
            inputMode="decimal"
            autoComplete="off"
            maxLength={16}
            error={fieldText(t, formState.errors.amount)}
            {...register('amount')}
          />
          <SelectField label={t('accounts.unit')} {...register('unit')}>
            {Object.keys(quotaUnits).map(each => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </SelectField>
        </chakra.div>
      )}
      {usage !== null && bytes !== null && bytes < usage && (
        <Notice severity="warning">{t('accounts.quotaBelow', { used: format.bytes(usage) })}</Notice>
      )}
      <Checkbox label={t('accounts.quotaUnlimited')} {...register('unlimited')} />
    </chakra.div>
  )
}
