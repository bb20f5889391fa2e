import { Users } from 'lucide-react'
import type { SubUser } from '../../openapi/schema.ts'
import { useText } from '../i18n/text.ts'
import { Chip } from '../ui/chip.tsx'
import { NameText } from '../ui/name-text.tsx'

/** The group whose rights a sub-user has; nothing if they are its own. */
export function GroupMark({ group }: { group: SubUser['group'] }) {
  const t = useText()
  if (!group) return null
  return (
    <Chip title={t('subGroups.ofGroup', { name: group.name })} gap="1" _icon={{ boxSize: '14px' }}>
      <Users aria-hidden="true" />
      <NameText name={group.name} />
    </Chip>
  )
}
