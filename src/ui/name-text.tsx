import { chakra } from '@chakra-ui/react'
import { nameParts } from '../../domain/name-parts.ts'
import { useText } from '../i18n/text.ts'

/**
 * A user-defined name, isolated from the text around it. Invisible characters are shown as marks; a copy contains the
 * original name.
 */
export function NameText({ name }: { name: string }) {
  const t = useText()
  return (
    <bdi>
      {nameParts(name).map(({ text, mark }, at) =>
        mark === null ? (
          text
        ) : (
          <Mark
            // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity but its place
            key={at}
            role="img"
            aria-label={t(mark === '␣' ? 'common.spaceAtEnd' : 'common.hiddenCharacter', { code: mark })}
            title={t(mark === '␣' ? 'common.spaceAtEnd' : 'common.hiddenCharacter', { code: mark })}
            data-mark={mark}
          >
            <bdi>{text}</bdi>
          </Mark>
        ),
      )}
    </bdi>
  )
}

// The letters of the mark are not text of the page, so that copies omit them; the character itself has no width.
const Mark = chakra('span', {
  base: {
    display: 'inline-block',
    verticalAlign: 'baseline',
    mx: '0.15em',
    px: '0.3em',
    borderRadius: 'sm',
    borderWidth: '1px',
    borderColor: 'line.strong',
    bg: 'bg.muted',
    color: 'fg',
    fontSize: '0.72em',
    lineHeight: '1.4',
    fontWeight: 'medium',
    whiteSpace: 'pre',
    _before: { content: 'attr(data-mark)' },
    '& > bdi': { fontSize: '0', lineHeight: '0' },
  },
})

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
