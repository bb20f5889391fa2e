import { chakra } from '@chakra-ui/react'
import { type Control, useController, useFormContext } from 'react-hook-form'
import { corsMethods, corsRule } from '../../../../domain/cors-rules.ts'
import * as v from '../../../../domain/valibot.ts'
import { Checkbox } from '../../../forms/checkbox.tsx'
import { ChipsField } from '../../../forms/chips-field.tsx'
import { FieldError } from '../../../forms/field.tsx'
import { FormField } from '../../../forms/form-field.tsx'
import { fieldText } from '../../../i18n/error-text.ts'
import { useText } from '../../../i18n/text.ts'
import type { RuleForm } from './cors-rule-form.ts'

type Form = { rules: RuleForm[] }
type List = 'origins' | 'allowed_headers' | 'expose_headers'

export function RuleFields({ index }: { index: number }) {
  const t = useText()
  const { control } = useFormContext<Form>()
  return (
    <chakra.div display="flex" flexDirection="column" gap="5" maxW="760px">
      <Chips control={control} index={index} list="origins" />
      <Methods control={control} index={index} />
      <Chips control={control} index={index} list="allowed_headers" />
      <Chips control={control} index={index} list="expose_headers" />
      <chakra.div
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }}
        gap="5"
        alignItems="start"
      >
        <FormField
          name={`rules.${index}.max_age_seconds`}
          label={t('bucket.cors.ageSeconds')}
          help={t('bucket.cors.ageHelp')}
          inputMode="numeric"
          autoComplete="off"
        />
        <FormField
          name={`rules.${index}.id`}
          label={t('bucket.cors.id')}
          help={t('bucket.cors.idHelp')}
          autoComplete="off"
        />
      </chakra.div>
    </chakra.div>
  )
}

const labels = {
  origins: ['bucket.cors.origins', 'bucket.cors.originsHelp'],
  allowed_headers: ['bucket.cors.allowedHeaders', 'bucket.cors.allowedHeadersHelp'],
  expose_headers: ['bucket.cors.exposeHeaders', 'bucket.cors.exposeHeadersHelp'],
} as const

type Props = { control: Control<Form>; index: number }

function Chips({ control, index, list }: Props & { list: List }) {
  const t = useText()
  const { field, fieldState } = useController({ control, name: `rules.${index}.${list}` })
  const [label, help] = labels[list]
  const wrong = (value: string) => {
    const [issue] = v.safeParse(corsRule.entries[list], [value]).issues ?? []
    return fieldText(t, issue)
  }
  return (
    <ChipsField
      label={t(label)}
      help={t(help)}
      listLabel={t('bucket.cors.entered', { what: t(label) })}
      removeLabel={value => t('bucket.cors.removeValue', { value })}
      initial={field.value}
      onValues={field.onChange}
      wrong={wrong}
      error={fieldText(t, issueIn(fieldState.error))}
      ref={field.ref}
    />
  )
}

function Methods({ control, index }: Props) {
  const t = useText()
  const { field, fieldState } = useController({ control, name: `rules.${index}.methods` })
  const error = fieldText(t, issueIn(fieldState.error))
  const id = `rules-${index}-methods`
  return (
    <chakra.fieldset aria-describedby={error ? `${id}-error` : undefined} minW="0">
      <chakra.legend textStyle="label" mb="1.5">
        {t('bucket.cors.methods')}
      </chakra.legend>
      <chakra.div display="flex" flexWrap="wrap" columnGap="5" rowGap="2">
        {corsMethods.map((method, at) => (
          <Checkbox
            key={method}
            label={t(`bucket.cors.method.${method}`)}
            ref={at === 0 ? field.ref : undefined}
            checked={field.value.includes(method)}
            aria-invalid={error ? true : undefined}
            onChange={({ target }) =>
              field.onChange(
                corsMethods.filter(each => (each === method ? target.checked : field.value.includes(each))),
              )
            }
          />
        ))}
      </chakra.div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </chakra.fieldset>
  )
}

function issueIn(error: unknown): { message?: string } | undefined {
  return Array.isArray(error) ? error.find(each => each) : (error as { message?: string } | undefined)
}
