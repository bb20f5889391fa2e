import { chakra } from '@chakra-ui/react'
import type { AccessKey } from '../../openapi/schema.ts'
import { useText } from '../i18n/text.ts'
import { useScopeTexts } from '../people/scope-mark.tsx'

/** Maximum number of sentences shown. */
const most = 2

/** A key's limits in sentences; empty if it has all rights of its user. */
export function KeyLimit({ accessKey: { permission, scope } }: { accessKey: AccessKey }) {
  const t = useText()
  const texts = useScopeTexts()
  if (permission === null) return null
  const all = scope ? texts(permission, scope) : [t(`keys.may.${permission}`)]
  const shown = all.length > 0 ? all.slice(0, most) : [t('scope.mark', { count: 0 })]
  const hidden = all.slice(most)
  return (
    <chakra.ul textStyle="caption" color="fg.muted" listStyleType="none" overflowWrap="anywhere">
      {shown.map(text => (
        <li key={text}>{text}</li>
      ))}
      {hidden.length > 0 && (
        <li title={hidden.join('\n')}>
          {t('keys.moreFolders', { count: hidden.length })}
          <chakra.span srOnly>: {hidden.join('; ')}</chakra.span>
        </li>
      )}
    </chakra.ul>
  )
}
