import { useSelector } from '@xstate/react'
import { Moon, Sun } from 'lucide-react'
import { selectTheme } from '../../machines/appearance/selectors.ts'
import { useText } from '../i18n/text.ts'
import { appearance, toggleTheme } from '../shell/appearance.ts'
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
