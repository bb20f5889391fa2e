import { chakra } from '@chakra-ui/react'
import { useId } from 'react'
import { useFormContext } from 'react-hook-form'
import { permissions } from '../../domain/permissions.ts'
import type { ClientPermission } from '../../openapi/schema.ts'
import { FieldError } from '../forms/field.tsx'
import { Legend, RadioCard } from '../forms/radio-card.tsx'
import { fieldText } from '../i18n/error-text.ts'
import { useText } from '../i18n/text.ts'

/** Radio buttons for the form field `permission`, all four levels or those `offered`, with explanations. */
export function PermissionField({ offered = permissions }: { offered?: readonly ClientPermission[] }) {
  const t = useText()
  const id = useId()
  const { register, formState } = useFormContext<{ permission: ClientPermission }>()
  const error = fieldText(t, formState.errors.permission)
  return (
    <chakra.fieldset minW="0" aria-describedby={error && id}>
      <Legend>{t('people.permission')}</Legend>
      <chakra.div display="grid" gap="2">
        {offered.map(permission => (
          <RadioCard
            key={permission}
            value={permission}
            label={t(`people.permission.${permission}`)}
            lead={t(`people.may.${permission}`)}
            {...register('permission')}
          />
        ))}
      </chakra.div>
      <FieldError id={id} pt="1.5">
        {error}
      </FieldError>
    </chakra.fieldset>
  )
}
