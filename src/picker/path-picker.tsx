import { useSelector } from '@xstate/react'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { selectAbove, selectEntries, selectIsOpen, selectPath } from '../../machines/picker/selectors.ts'
import { Field } from '../forms/field.tsx'
import { useListbox } from '../forms/use-listbox.ts'
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
  const selected = paths[active]
  const listbox = useListbox({
    isOpen,
    count: paths.length,
    active,
    onActive: setActive,
    open,
    close,
    enter: selected === undefined || selected === path ? null : () => select(selected),
  })

  function select(path: string) {
    if (path === '' || path.endsWith('/')) enter(path)
    else choose(path)
  }

  return (
    <div>
      <Field
        {...field}
        {...listbox.input}
        aria-controls={paths.length > 0 ? listbox.input['aria-controls'] : undefined}
        autoCapitalize="none"
        data-autofocus
        value={path}
        onClick={() => !isOpen && open()}
        onChange={event => type(event.currentTarget.value)}
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
        <EntryList flow={flow} maxRows={maxRows} active={active} listbox={listbox} onSelect={select} />
      )}
    </div>
  )
}

/** The active row; a new path starts at `first`. */
function useActive(path: string, first: number): [number, (active: number) => void] {
  const [stored, store] = useState({ path, active: first })
  return [stored.path === path ? stored.active : first, active => store({ path, active })]
}
