import { get, useFormContext } from 'react-hook-form'
import { lockModes } from '../../../domain/object-lock.ts'
import { FormField } from '../../forms/form-field.tsx'
import { Choices, RadioCard } from '../../forms/radio-card.tsx'
import { useText } from '../../i18n/text.ts'

type Props = {
  /** The name of the `retentionForm` field in the form. */
  name: string
  /** A hint about the days. */
  help?: string | undefined
}

/** The retention mode and days for new files. */
export function RetentionFields({ name, help }: Props) {
  const t = useText()
  const { register, formState } = useFormContext()
  return (
    <>
      <Choices legend={t('lock.mode')} error={get(formState.errors, `${name}.mode`)}>
        {lockModes.map(mode => (
          <RadioCard
            key={mode}
            value={mode}
            label={t(`lock.mode.${mode}`)}
            lead={t(`lock.mode.${mode}.lead`)}
            {...register(`${name}.mode`)}
          />
        ))}
      </Choices>
      <FormField name={`${name}.days`} label={t('lock.days')} inputMode="numeric" maxLength={7} help={help} />
    </>
  )
}
