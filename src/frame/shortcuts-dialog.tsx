import { chakra } from '@chakra-ui/react'
import { type Text, useText } from '../i18n/text.ts'
import { Dialog, useClosing } from '../ui/dialog.tsx'
import { type ShortcutId, type ShortcutPlace, shortcuts } from '../ui/shortcuts.ts'

const places = Object.keys(shortcuts) as ShortcutPlace[]
const signs: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
}

/** Every shortcut of the console, by the place where it works. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { open, close, onExited } = useClosing(onClose)
  return (
    <Dialog
      open={open}
      onClose={close}
      onExited={onExited}
      title={t('shortcuts.title')}
      lead={t('shortcuts.lead')}
    >
      {places.map(place => (
        <chakra.section key={place}>
          <chakra.h3 textStyle="label" color="fg.muted" mb="1">
            {t(`shortcuts.${place}`)}
          </chakra.h3>
          <dl>
            {Object.entries<readonly string[]>(shortcuts[place]).map(([does, combinations]) => (
              <Line key={does}>
                <dt>{t(`shortcuts.${`${place}.${does}` as ShortcutId}`)}</dt>
                <chakra.dd display="flex" flexWrap="wrap" justifyContent="flex-end" gap="2">
                  {combinations.map(each => (
                    <span key={each}>
                      {each.split(/\+(?=.)/).map((key, at) => (
                        <span key={key}>
                          {at > 0 && ' + '}
                          <Key>{keyText(t, key)}</Key>
                        </span>
                      ))}
                    </span>
                  ))}
                </chakra.dd>
              </Line>
            ))}
          </dl>
        </chakra.section>
      ))}
    </Dialog>
  )
}

function keyText(t: Text, key: string): string {
  if (key === 'Space' || key === 'ContextMenu') return t(`shortcuts.key.${key}`)
  return signs[key] ?? key
}

const Line = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1.2fr)',
    alignItems: 'baseline',
    gap: '4',
    py: '1.5',
    borderBottomWidth: '1px',
  },
})

const Key = chakra('kbd', {
  base: {
    display: 'inline-block',
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
