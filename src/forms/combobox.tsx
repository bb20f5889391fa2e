import { chakra } from '@chakra-ui/react'
import { Check, ChevronDown, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type Ref, useState } from 'react'
import { unaccented } from '../../domain/folded.ts'
import { useText } from '../i18n/text.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Field } from './field.tsx'
import { matching, type Option } from './option-match.ts'
import { useListbox } from './use-listbox.ts'

type Props = {
  label: string
  options: readonly Option[]
  /** The id of the selected option; empty: none. */
  value: string
  onValue: (id: string) => void
  onBlur?: () => void
  error?: string | undefined
  under?: ReactNode
  placeholder?: string
  disabled?: boolean
  ref?: Ref<HTMLInputElement>
}

/** Maximum height of the list, in px, with the gap to its field. */
const room = 280

/** A field for selecting from a list by typing a part of the name (ARIA: combobox with a list). */
export function Combobox({ label, options, value, onValue, onBlur, error, ...more }: Props) {
  const t = useText()
  const [open, setOpen] = useState<'below' | 'above' | null>(null)
  /** The typed text; null while the field shows the selected option. */
  const [typed, setTyped] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const chosen = options.find(option => option.id === value)
  const shown = open ? matching(options, typed ?? '') : []
  const current = shown[active]
  const { input, list, option } = useListbox({
    isOpen: open !== null,
    count: shown.length,
    active,
    onActive: setActive,
    open: show,
    close,
    enter: () => choose(typed === '' ? undefined : current),
  })

  function show(input: HTMLElement) {
    if (open || more.disabled) return
    const { top, bottom } = input.getBoundingClientRect()
    const height = window.visualViewport?.height ?? innerHeight
    setOpen(bottom + room > height && top > height - bottom ? 'above' : 'below')
    setActive(Math.max(0, options.indexOf(chosen as Option)))
  }
  function close() {
    setOpen(null)
    setTyped(null)
  }
  function choose(option: Option | undefined) {
    if (option && option.id !== value) onValue(option.id)
    close()
  }
  function leave() {
    const meant = typed ? matching(options, typed)[0] : undefined
    if (typed !== null && typed.trim() === '' && value !== '') onValue('')
    choose(meant && unaccented(meant.name) === unaccented(typed?.trim() ?? '') ? meant : undefined)
    onBlur?.()
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Tab' && typed && !event.nativeEvent.isComposing) choose(current)
    input.onKeyDown(event)
  }

  return (
    <Field
      label={label}
      error={error}
      {...more}
      textOverflow="ellipsis"
      {...input}
      value={typed ?? chosen?.name ?? ''}
      onFocus={event => event.currentTarget.select()}
      onClick={event => show(event.currentTarget)}
      onBlur={leave}
      onKeyDown={onKeyDown}
      onChange={event => {
        show(event.currentTarget)
        setTyped(event.currentTarget.value)
        setActive(0)
      }}
      end={
        value && !more.disabled ? (
          <IconButton
            size="sm"
            label={t('common.clear')}
            onMouseDown={event => event.preventDefault()}
            onClick={() => {
              onValue('')
              close()
            }}
          >
            <X />
          </IconButton>
        ) : (
          <chakra.span pointerEvents="none" color="fg.muted" pe="2" _icon={{ boxSize: '18px' }}>
            <ChevronDown aria-hidden="true" />
          </chakra.span>
        )
      }
      below={
        open && (
          <Panel place={open}>
            <List {...list} aria-label={label}>
              {shown.map((each, index) => (
                <Item
                  key={each.id}
                  {...option(index)}
                  aria-selected={each.id === value}
                  data-active={each === current || undefined}
                  onClick={() => choose(each)}
                >
                  <span>{each.name}</span>
                  {each.id === value && <Check aria-hidden="true" />}
                </Item>
              ))}
            </List>
            <chakra.div role="status" px="3" py="2" color="fg.muted" srOnly={shown.length > 0}>
              {shown.length === 0 ? t('combobox.nothingFound') : t('combobox.found', { count: shown.length })}
            </chakra.div>
          </Panel>
        )
      }
    />
  )
}

const Panel = chakra('div', {
  base: {
    position: 'absolute',
    insetInline: '0',
    zIndex: 'menu',
    p: '1.5',
    bg: 'bg.raised',
    borderRadius: 'lg',
    boxShadow: 'lg',
    textStyle: 'body',
  },
  variants: {
    place: { below: { top: 'calc(100% + 4px)' }, above: { bottom: 'calc(100% + 4px)' } },
  },
})

const List = chakra('ul', {
  base: { maxH: '256px', overflowY: 'auto', overscrollBehavior: 'contain', listStyleType: 'none' },
})

const Item = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '2',
    minH: { base: '11', sm: '9' },
    px: '2.5',
    py: '1',
    borderRadius: 'sm',
    cursor: 'pointer',
    userSelect: 'none',
    _icon: { boxSize: '16px', color: 'fg.accent', flexShrink: '0' },
    '&[data-active]': { bg: 'bg.muted' },
    '&[aria-selected=true]': { fontWeight: 'medium' },
  },
})
