import { chakra } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { selectBusy, selectRows, selectText, selectWaits } from '../../machines/finder/selectors.ts'
import { useListbox } from '../forms/use-listbox.ts'
import { useText } from '../i18n/text.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { FinderList } from './finder-list.tsx'
import { type FinderFlow, useFinderEvents } from './flow.ts'

/** The field and its list (ARIA: combobox with a listbox). Enter goes to the active line, Tab completes its path. */
export function FinderField({ flow }: { flow: FinderFlow }) {
  const t = useText()
  const { close, type, enter, choose } = useFinderEvents(flow)
  const text = useSelector(flow, selectText)
  const rows = useSelector(flow, selectRows)
  const waits = useSelector(flow, selectWaits)
  const busy = useSelector(flow, selectBusy)
  const [active, setActive] = useActive(text)
  const chosen = rows[active]
  const listbox = useListbox({
    isOpen: true,
    count: rows.length,
    active,
    onActive: setActive,
    open: () => undefined,
    close,
    enter: waits ? enter : () => chosen && choose(chosen),
  })

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const all = rows.find(({ kind }) => kind === 'search')
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && all) {
      event.preventDefault()
      return choose(all)
    }
    const completes = chosen && chosen.path !== '' && chosen.path !== text
    if (event.key === 'Tab' && !event.shiftKey && completes && !event.nativeEvent.isComposing) {
      event.preventDefault()
      type(chosen.path)
    } else listbox.input.onKeyDown(event)
  }

  return (
    <>
      <chakra.div
        display="flex"
        alignItems="center"
        gap="2"
        ps={{ base: '3', sm: '4' }}
        pe="2"
        borderBottomWidth="1px"
        _icon={{ flexShrink: '0' }}
      >
        <chakra.span color="fg.muted" _icon={{ boxSize: '20px' }}>
          <Search aria-hidden="true" />
        </chakra.span>
        <Input
          {...listbox.input}
          type="search"
          enterKeyHint="go"
          autoCapitalize="none"
          data-autofocus
          aria-label={t('finder.placeholder')}
          aria-busy={busy}
          aria-controls={rows.length > 0 ? listbox.input['aria-controls'] : undefined}
          aria-expanded={rows.length > 0}
          placeholder={t('finder.placeholder')}
          value={text}
          onKeyDown={onKeyDown}
          onChange={event => type(event.currentTarget.value)}
        />
        <IconButton label={t('common.close')} onClick={close}>
          <X />
        </IconButton>
      </chakra.div>
      <FinderList flow={flow} active={active} listbox={listbox} />
    </>
  )
}

/** The active line; for another text it is the first. */
function useActive(text: string): [number, (active: number) => void] {
  const [stored, store] = useState({ text, active: 0 })
  return [stored.text === text ? stored.active : 0, active => store({ text, active })]
}

const Input = chakra('input', {
  base: {
    flex: '1',
    minW: '0',
    h: '14',
    bg: 'transparent',
    color: 'fg',
    // Below 16 px, phones zoom in on a focused field.
    fontSize: '16px',
    outline: 'none',
    _placeholder: { color: 'fg.subtle' },
    '&::-webkit-search-cancel-button': { display: 'none' },
  },
})
