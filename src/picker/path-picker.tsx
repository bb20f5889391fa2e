import { useSelector } from '@xstate/react'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useId, useState } from 'react'
import { selectAbove, selectEntries, selectIsOpen, selectPath } from '../../machines/picker/selectors.ts'
import { Field } from '../forms/field.tsx'
import { useText } from '../i18n/text.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { EntryList } from './entry-list.tsx'
import { type PickerFlow, usePickerEvents } from './flow.ts'

/** Maximum rows; others are found by typing a part of the name. */
const maxRows = 100

type Props = { flow: PickerFlow } & Pick<
  ComponentProps<typeof Field>,
  'label' | 'help' | 'error' | 'placeholder' | 'onBlur' | 'ref'
>

/**
 * The path of a file: typed, or selected in a list below (ARIA: combobox with a listbox). Enter selects a row; with a
 * complete path it submits the form.
 */
export function PathPicker({ flow, ...field }: Props) {
  const t = useText()
  const id = useId()
  const { open, close, type, enter, choose } = usePickerEvents(flow)
  const path = useSelector(flow, selectPath)
  const isOpen = useSelector(flow, selectIsOpen)
  const above = useSelector(flow, selectAbove)
  const entries = useSelector(flow, selectEntries)
  const paths = [
    ...(above === null ? [] : [above]),
    ...(entries ?? []).slice(0, maxRows).map(each => each.path),
  ]
  const first = above === null ? 0 : 1
  const [active, setActive] = useActive(path, first)
  const shown = isOpen && paths.length > 0

  function select(path: string | undefined) {
    if (path === undefined) return
    if (path === '' || path.endsWith('/')) enter(path)
    else choose(path)
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return
    const { key } = event
    const by = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
    if (by !== 0 && !isOpen) open()
    else if (by !== 0) setActive(nextRow(Math.min(active, paths.length), by, paths.length))
    else if (key === 'Enter' && isOpen && paths[active] !== undefined && paths[active] !== path)
      select(paths[active])
    else if (key === 'Escape' && isOpen) close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div>
      <Field
        {...field}
        type="text"
        role="combobox"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        data-autofocus
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={shown ? `${id}-list` : undefined}
        aria-activedescendant={shown && paths[active] !== undefined ? `${id}-${active}` : undefined}
        value={path}
        onClick={() => !isOpen && open()}
        onChange={event => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        end={
          <IconButton
            size="sm"
            label={t(isOpen ? 'picker.hide' : 'picker.show')}
            aria-expanded={isOpen}
            onClick={isOpen ? close : open}
          >
            {isOpen ? <ChevronUp /> : <ChevronDown />}
          </IconButton>
        }
      />
      {isOpen && (
        <EntryList
          flow={flow}
          id={id}
          maxRows={maxRows}
          active={active}
          onActive={setActive}
          onSelect={select}
        />
      )}
    </div>
  )
}

/** The row above or below, wrapping around; `from` -1: none is active. */
function nextRow(from: number, by: 1 | -1, rows: number): number {
  if (rows === 0) return -1
  return from === -1 && by === -1 ? rows - 1 : (from + by + rows) % rows
}

/** The active row; a new path starts at `first`. */
function useActive(path: string, first: number): [number, (active: number) => void] {
  const [stored, store] = useState({ path, active: first })
  return [stored.path === path ? stored.active : first, active => store({ path, active })]
}
