import { chakra } from '@chakra-ui/react'
import { Search } from 'lucide-react'
import { useCallback, useState } from 'react'
import { securityTexts } from '../../languages/languages.ts'
import { deskTexts, eventTexts, finderTexts } from '../../languages/screen-texts.ts'
import { useText, withMessages } from '../i18n/text.ts'
import { lazyOverlay, preloading } from '../ui/lazy.tsx'
import { useFindShortcut } from '../ui/shortcuts.ts'

const Finder = lazyOverlay(() =>
  withMessages(import('../finder/finder.tsx'), finderTexts, securityTexts, eventTexts, deskTexts),
)

/** Opens the field that leads to a path and finds everything, as its shortcut does. */
export function FinderButton() {
  const t = useText()
  const [open, setOpen] = useState(false)
  useFindShortcut(useCallback(() => setOpen(true), []))
  return (
    <>
      <Button
        type="button"
        aria-label={t('shell.find')}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
        onClick={() => setOpen(true)}
        {...preloading(Finder)}
      >
        <Search />
        <Label>{t('shell.find')}</Label>
        <Keys data-keys="Ctrl K" />
      </Button>
      <Finder open={open} onClose={() => setOpen(false)} />
    </>
  )
}

const Button = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    h: 'field',
    minW: 'field',
    px: { md: '3' },
    width: { md: '280px' },
    borderRadius: 'md',
    borderWidth: { md: '1px' },
    borderColor: { md: 'line.field' },
    color: 'fg.muted',
    textStyle: 'body',
    cursor: 'pointer',
    _icon: { boxSize: { base: '20px', md: '18px' }, flexShrink: '0' },
    _hover: { bg: 'bg.muted', color: 'fg' },
  },
})

const Label = chakra('span', {
  base: { display: { base: 'none', md: 'block' }, flex: '1', textAlign: 'start' },
})

/** A sign, and no text: what a button says in sight must be in its name. */
const Keys = chakra('span', {
  base: {
    _before: { content: 'attr(data-keys)' },
    display: { base: 'none', md: 'block' },
    px: '1.5',
    borderWidth: '1px',
    borderColor: 'line.strong',
    borderRadius: 'sm',
    bg: 'bg.muted',
    textStyle: 'caption',
    fontFamily: 'body',
    whiteSpace: 'nowrap',
  },
})
