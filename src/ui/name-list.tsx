import { chakra } from '@chakra-ui/react'
import { useText } from '../i18n/text.ts'
import { NameText } from './name-text.tsx'

const shownNames = 5

/** The first names of many. */
export function NameList({ names }: { names: readonly string[] }) {
  const t = useText()
  return (
    <chakra.ul textStyle="small" overflowWrap="anywhere">
      {names.slice(0, shownNames).map(name => (
        <li key={name}>
          <NameText name={name} />
        </li>
      ))}
      {names.length > shownNames && (
        <chakra.li color="fg.muted">{t('files.deleteMore', { count: names.length - shownNames })}</chakra.li>
      )}
    </chakra.ul>
  )
}
