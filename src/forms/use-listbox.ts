import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef } from 'react'

type Props = {
  isOpen: boolean
  /** Number of options. */
  count: number
  /** Index of the active option; of none, if there are not so many. */
  active: number
  onActive: (index: number) => void
  open: (input: HTMLElement) => void
  close: () => void
  /** What Enter does in the open list; null: it submits the form. */
  enter: (() => void) | null
}

export type Listbox = ReturnType<typeof useListbox>

/** The keys and ARIA of a combobox: props of its input, its list and the options in it. */
export function useListbox({ isOpen, count, active, onActive, open, close, enter }: Props) {
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (isOpen) list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [isOpen, active])

  function move(by: 1 | -1, input: HTMLElement) {
    if (!isOpen) open(input)
    else if (count > 0) onActive((Math.min(active, count) + by + count) % count)
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return
    const { key, currentTarget } = event
    if (key === 'ArrowDown') move(1, currentTarget)
    else if (key === 'ArrowUp') move(-1, currentTarget)
    else if (key === 'Enter' && isOpen && enter) enter()
    else if (key === 'Escape' && isOpen) close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    input: {
      type: 'text',
      role: 'combobox',
      autoComplete: 'off',
      autoCorrect: 'off',
      spellCheck: false,
      'aria-autocomplete': 'list',
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? `${id}-list` : undefined,
      'aria-activedescendant': isOpen && active < count ? `${id}-${active}` : undefined,
      onKeyDown,
    },
    list: { ref: list, id: `${id}-list`, role: 'listbox' },
    option: (index: number) => ({
      id: `${id}-${index}`,
      role: 'option',
      onMouseDown: (event: MouseEvent) => event.preventDefault(),
      onMouseMove: () => onActive(index),
    }),
  } as const
}
