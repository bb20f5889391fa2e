import { chakra } from '@chakra-ui/react'
import { FolderLock } from 'lucide-react'
import type { Permission, ScopeFolder } from '../../openapi/schema.ts'
import { useText } from '../i18n/text.ts'
import { Chip } from '../ui/chip.tsx'

/** What a level may do in folders, one sentence each. */
export function useScopeTexts(): (permission: Permission, scope: readonly ScopeFolder[]) => string[] {
  const t = useText()
  return (permission, scope) =>
    scope
      .filter(({ bucket }) => bucket !== '')
      .map(({ bucket, prefix }) =>
        prefix === ''
          ? t(`scope.all.${permission}`, { bucket })
          : t(`scope.may.${permission}`, { bucket, folder: prefix }),
      )
}

type Props = { permission: Permission; scope: ScopeFolder[] | null }

/** The number of folders a user is limited to, with their names in a tip; nothing if not limited. */
export function ScopeMark({ permission, scope }: Props) {
  const t = useText()
  const texts = useScopeTexts()
  if (!scope) return null
  return (
    <Chip title={texts(permission, scope).join('\n')} gap="1" _icon={{ boxSize: '14px' }}>
      <FolderLock aria-hidden="true" />
      {t('scope.mark', { count: scope.length })}
      <chakra.span srOnly>: {texts(permission, scope).join('; ')}</chakra.span>
    </Chip>
  )
}
