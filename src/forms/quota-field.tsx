import { chakra } from '@chakra-ui/react'
import { useFormContext, useWatch } from 'react-hook-form'
import { type QuotaForm, quotaBytes, quotaUnits } from '../../domain/account.ts'
import { useFormats } from '../i18n/formats.ts'
import { useText } from '../i18n/text.ts'
import { Notice } from '../ui/notice.tsx'
import { FormCheckbox, FormField } from './form-field.tsx'
import { SelectField } from './select-field.tsx'

/** A quota, or none. `usage`: bytes already used; null: unknown, or none. */
export function QuotaField({ usage }: { usage: number | null }) {
  const t = useText()
  const format = useFormats()
  const { register } = useFormContext<QuotaForm>()
  const [unlimited, amount, unit] = useWatch<QuotaForm, ['unlimited', 'amount', 'unit']>({
    name: ['unlimited', 'amount', 'unit'],
  })
  const bytes = quotaBytes({ unlimited, amount, unit })
  return (
    <chakra.div display="flex" flexDirection="column" gap="3">
      {!unlimited && (
        <chakra.div display="grid" gridTemplateColumns="1fr 96px" gap="2" alignItems="start">
          <FormField name="amount" label={t('accounts.quota')} inputMode="decimal" autoComplete="off" />
          <SelectField label={t('accounts.unit')} defaultValue={unit} {...register('unit')}>
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
      <FormCheckbox name="unlimited" label={t('accounts.quotaUnlimited')} />
    </chakra.div>
  )
}
