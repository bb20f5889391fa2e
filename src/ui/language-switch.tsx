import { chakra } from '@chakra-ui/react'
import { selectLocale } from '../../machines/shell/selectors.ts'
import { locales } from '../i18n/locales.ts'
import { useText } from '../i18n/text.ts'
import { shellEvents, useShell } from '../shell/shell.ts'

const Choice = chakra('button', {
  base: {
    h: '7',
    px: '2.5',
    borderRadius: 'sm',
    textStyle: 'caption',
    fontWeight: 'semibold',
    textTransform: 'uppercase',
    color: 'fg.muted',
    cursor: 'pointer',
    _hover: { color: 'fg' },
    _pressed: { bg: 'bg.raised', color: 'fg', boxShadow: 'sm' },
  },
})

/** Vietnamese or English. */
export function LanguageSwitch() {
  const t = useText()
  const locale = useShell(selectLocale)
  return (
    <chakra.div
      role="group"
      aria-label={t('app.language')}
      display="flex"
      p="0.5"
      borderRadius="md"
      bg="bg.muted"
    >
      {locales.map(choice => (
        <Choice
          key={choice}
          type="button"
          lang={choice}
          title={t(`app.language.${choice}`)}
          aria-pressed={choice === locale}
          onClick={() => shellEvents.chooseLocale(choice)}
        >
          {choice}
          <chakra.span srOnly> {t(`app.language.${choice}`)}</chakra.span>
        </Choice>
      ))}
    </chakra.div>
  )
}
