import { chakra } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { Moon, Sun } from 'lucide-react'
import { languages, locales } from '../../languages/languages.ts'
import { selectLocale, selectTheme } from '../../machines/appearance/machine.ts'
import { useText } from '../i18n/text.ts'
import { appearance, chooseLocale, toggleTheme } from '../shell/appearance.ts'
import { IconButton } from './icon-button.tsx'

/** Switches between light and dark. */
export function ThemeSwitch() {
  const t = useText()
  const dark = useSelector(appearance, selectTheme) === 'dark'
  const label = t(dark ? 'app.toLight' : 'app.toDark')
  return (
    <IconButton label={label} title={label} onClick={toggleTheme}>
      {dark ? <Sun /> : <Moon />}
    </IconButton>
  )
}

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
    _pressed: { bg: { _light: 'bg.raised', _dark: 'line.strong' }, color: 'fg', boxShadow: 'sm' },
  },
})

export function LanguageSwitch() {
  const t = useText()
  const locale = useSelector(appearance, selectLocale)
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
          title={languages[choice].name}
          aria-pressed={choice === locale}
          onClick={() => chooseLocale(choice)}
        >
          {choice}
          <chakra.span srOnly> {languages[choice].name}</chakra.span>
        </Choice>
      ))}
    </chakra.div>
  )
}
