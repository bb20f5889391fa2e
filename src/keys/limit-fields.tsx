import { chakra } from '@chakra-ui/react'
import { useId } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { putsWithoutSharing } from '../../domain/key-rights.ts'
import { permissions } from '../../domain/permissions.ts'
import { scopeField } from '../../domain/sub-user.ts'
import * as v from '../../domain/valibot.ts'
import type { AccessKey, Permission } from '../../openapi/schema.ts'
import { Legend, RadioCard } from '../forms/radio-card.tsx'
import { useText } from '../i18n/text.ts'
import { PermissionField } from '../people/permission-field.tsx'
import { ScopeField } from '../people/scope-field.tsx'
import { Notice } from '../ui/notice.tsx'
import { useAccessKeys } from './queries.ts'

/** Form fields that limit a key to less than its user's rights. */
export const limitFields = {
  limited: v.boolean(),
  permission: v.picklist(permissions, 'required'),
  scope: scopeField,
}

type Limit = { limited: boolean; permission: Permission; scope: AccessKey['scope'] }

/** The request body of these fields. */
export function limitOf({ limited, permission, scope }: Limit): Pick<AccessKey, 'permission' | 'scope'> {
  return limited ? { permission, scope } : { permission: null, scope: null }
}

/** The fields at which the server's refusals of a limit are shown. */
export const limitErrors = {
  BUCKET_NOT_FOUND: 'scope',
  SCOPE_TOO_LARGE: 'scope',
  PERMISSION_DENIED: 'scope',
} as const

/** `offered`: the levels to choose from. */
export function LimitFields({ offered }: { offered: readonly Permission[] }) {
  const t = useText()
  const id = useId()
  const { field } = useController<Limit, 'limited'>({ name: 'limited' })
  const permission = useWatch<Limit, 'permission'>({ name: 'permission' })
  const shares = useAccessKeys().data?.puts_share === true && putsWithoutSharing(permission)
  return (
    <>
      <chakra.fieldset minW="0">
        <Legend>{t('keys.rights')}</Legend>
        <chakra.div display="grid" gridTemplateColumns="1fr 1fr" gap="2">
          {[false, true].map(limited => (
            <RadioCard
              key={`${limited}`}
              name={id}
              label={t(limited ? 'keys.rights.less' : 'keys.rights.same')}
              checked={field.value === limited}
              onChange={() => field.onChange(limited)}
            />
          ))}
        </chakra.div>
      </chakra.fieldset>
      {field.value && (
        <>
          <PermissionField offered={offered} />
          {shares && <Notice severity="warning">{t('keys.putsShare')}</Notice>}
          <ScopeField off={t('keys.scope.off')} help={t('keys.scope.help')} />
        </>
      )}
    </>
  )
}
