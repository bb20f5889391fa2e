import { chakra } from '@chakra-ui/react'
import { useId } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { dayOf, noDayYet } from '../../domain/expiry-day.ts'
import { DateField } from '../forms/date-field.tsx'
import { Legend, RadioCard } from '../forms/radio-card.tsx'
import { fieldText } from '../i18n/error-text.ts'
import { useText } from '../i18n/text.ts'

/** The form field `expiry`: empty for no expiry, or the last day of access. */
export function ExpiryField() {
  const t = useText()
  const id = useId()
  const { setValue, getValues, clearErrors, trigger } = useFormContext<{ expiry: string }>()
  const { field, fieldState } = useController<{ expiry: string }>({ name: 'expiry' })
  const ends = field.value !== ''
  return (
    <chakra.fieldset minW="0">
      <Legend>{t('people.expiryField')}</Legend>
      <chakra.div display="grid" gridTemplateColumns="1fr 1fr" gap="2">
        <RadioCard
          name={id}
          label={t('people.forever')}
          checked={!ends}
          onChange={() => field.onChange('')}
        />
        <RadioCard
          name={id}
          label={t('people.until')}
          checked={ends}
          onChange={() => {
            // Not through the field: after a failed attempt, that would mark the new field invalid before anything is
            // typed.
            setValue('expiry', noDayYet, { shouldDirty: true })
            clearErrors('expiry')
          }}
        />
      </chakra.div>
      {ends && (
        <chakra.div mt="3">
          <DateField
            label={t('people.lastDay')}
            help={t('people.lastDayHelp')}
            min={dayOf(Date.now() / 1000)}
            error={fieldText(t, fieldState.error)}
            ref={field.ref}
            onBlur={() => {
              field.onBlur()
              if (getValues('expiry') !== noDayYet) void trigger('expiry')
            }}
            value={field.value === noDayYet ? '' : field.value}
            onValue={day => {
              field.onChange(day || noDayYet)
              if (fieldState.error) void trigger('expiry')
            }}
          />
        </chakra.div>
      )}
    </chakra.fieldset>
  )
}
