import { Moon, Sun } from 'lucide-react'
import { selectTheme } from '../../machines/shell/selectors.ts'
import { useText } from '../i18n/text.ts'
import { shellEvents, useShell } from '../shell/shell.ts'
import { IconButton } from './icon-button.tsx'

/** Light or dark. */
export function ThemeSwitch() {
  const t = useText()
  const dark = useShell(selectTheme) === 'dark'
  const label = t(dark ? 'app.toLight' : 'app.toDark')
  return (
    <IconButton label={label} title={label} onClick={shellEvents.toggleTheme}>
      {dark ? <Sun /> : <Moon />}
    </IconButton>
  )
}
