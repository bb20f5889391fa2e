import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useController } from 'react-hook-form'
import type { SubUser, SubUserGroup } from '../../openapi/schema.ts'
import { SelectField } from '../forms/select-field.tsx'
import { fieldText } from '../i18n/error-text.ts'
import { useText } from '../i18n/text.ts'
import { useSubUserGroups } from './groups/use-groups.ts'
import { PermissionField } from './permission-field.tsx'
import { ScopeField } from './scope-field.tsx'
import { useScopeTexts } from './scope-mark.tsx'

type Props = { current?: SubUser['group']; children?: ReactNode }

/**
 * The form fields `group`, `permission` and `scope`: the last two for rights of one's own. Without groups there is no
 * choice. `current`: the group to begin with. `children`: in the place of the field `scope`.
 */
export function RightsFields({ current = null, children = <ScopeField /> }: Props) {
  const t = useText()
  const { data: groups = [] } = useSubUserGroups()
  const { field, fieldState } = useController<{ group: string }, 'group'>({ name: 'group' })
  const id = field.value
  const offered = groups.length > 0 || !current ? groups : [current]
  const chosen = groups.find(group => group.id === id)
  return (
    <>
      {offered.length > 0 && (
        <SelectField label={t('subGroups.field')} error={fieldText(t, fieldState.error)} {...field}>
          <option value="">{t('subGroups.own')}</option>
          {offered.map(group => (
            <option key={group.id} value={group.id}>
              {t('subGroups.ofGroup', { name: group.name })}
            </option>
          ))}
        </SelectField>
      )}
      {id === '' ? (
        <>
          <PermissionField />
          {children}
        </>
      ) : (
        chosen && <GroupRights group={chosen} />
      )}
    </>
  )
}

/** What the members of a group may do, in words. */
function GroupRights({ group: { permission, scope } }: { group: SubUserGroup }) {
  const t = useText()
  const texts = useScopeTexts()
  const places = scope ? texts(permission, scope) : [t('scope.off')]
  return (
    <chakra.div textStyle="small" color="fg.muted" aria-live="polite">
      <p>
        <chakra.strong fontWeight="medium" color="fg">
          {t(`people.permission.${permission}`)}.
        </chakra.strong>{' '}
        {t(`people.may.${permission}`)}
      </p>
      <chakra.ul listStyleType="none" mt="1.5">
        {places.length === 0 && <li>{t('scope.nothing')}</li>}
        {places.map(place => (
          <chakra.li key={place} overflowWrap="anywhere">
            {place}
          </chakra.li>
        ))}
      </chakra.ul>
    </chakra.div>
  )
}
