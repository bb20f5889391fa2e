import { chakra } from '@chakra-ui/react'
import { X } from 'lucide-react'
import {
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useId,
  useRef,
  useState,
} from 'react'
import { FieldError } from './field.tsx'

type Props = {
  label: ReactNode
  help: ReactNode
  /** The accessible name of the list of chips. */
  listLabel: string
  removeLabel: (value: string) => string
  initial: readonly string[]
  /** Called with the values, including typed text that is not yet a chip. */
  onValues: (values: string[]) => void
  /** The error of a value; undefined: none. */
  wrong: (value: string) => string | undefined
  error?: string | undefined
  /** Separates typed or pasted values; spaces and commas by default. */
  separators?: RegExp
  /** Removes decoration from a typed value. */
  clean?: (typed: string) => string
  /** Values with the same result are duplicates. */
  same?: (value: string) => string
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  ref?: Ref<HTMLInputElement>
}

const spacesAndCommas = /[\s,;]+/
const itself = (text: string) => text

/** Values as chips: typed or pasted text becomes chips at each separator; a wrong one is marked. */
export function ChipsField({
  label,
  help,
  listLabel,
  removeLabel,
  initial,
  onValues,
  wrong,
  error,
  separators = spacesAndCommas,
  clean = itself,
  same = itself,
  inputMode,
  ref,
}: Props) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [state, setState] = useState({ values: [...initial], text: '' })
  const { values, text } = state
  const saidByChips = error !== undefined && values.some(value => wrong(value) === error)

  /** The values with those of a typed or pasted text, without duplicates. */
  function withTyped(values: readonly string[], typed: string): string[] {
    const known = new Set(values.map(same))
    const all = [...values]
    for (const part of typed.split(separators)) {
      const value = clean(part)
      if (value === '' || known.has(same(value))) continue
      known.add(same(value))
      all.push(value)
    }
    return all
  }

  function change(values: string[], text: string) {
    setState({ values, text })
    onValues(withTyped(values, text))
  }
  const take = (typed: string) => change(withTyped(values, typed), '')

  function remove(index: number) {
    change(
      values.filter((_, at) => at !== index),
      text,
    )
    box.current?.querySelector('input')?.focus()
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && text.trim() !== '') {
      event.preventDefault()
      take(text)
    } else if (event.key === 'Tab') take(text)
    else if (event.key === 'Backspace' && text === '' && values.length > 0) {
      event.preventDefault()
      change(values.slice(0, -1), values.at(-1) ?? '')
    }
  }

  return (
    <chakra.div display="flex" flexDirection="column" gap="1.5" minW="0">
      <chakra.label htmlFor={id} textStyle="label">
        {label}
      </chakra.label>
      <Box ref={box} data-invalid={error ? true : undefined}>
        {values.length > 0 && (
          <chakra.ul display="contents" listStyleType="none" aria-label={listLabel}>
            {values.map((value, index) => (
              <Chip key={same(value)} data-invalid={wrong(value) ? true : undefined}>
                <chakra.span minW="0" overflowWrap="anywhere">
                  {value}
                </chakra.span>
                {wrong(value) && (
                  <chakra.span textStyle="caption" fontWeight="medium">
                    {wrong(value)}
                  </chakra.span>
                )}
                <ChipButton type="button" aria-label={removeLabel(value)} onClick={() => remove(index)}>
                  <X aria-hidden="true" />
                </ChipButton>
              </Chip>
            ))}
          </chakra.ul>
        )}
        <Typing
          ref={ref}
          id={id}
          type="text"
          inputMode={inputMode}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={20_000}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-error ${id}-help`}
          value={text}
          onChange={event => {
            const typed = event.target.value
            if (separators.test(typed)) take(typed)
            else change(values, typed)
          }}
          onKeyDown={onKeyDown}
        />
      </Box>
      <FieldError id={`${id}-error`} srOnly={saidByChips}>
        {error}
      </FieldError>
      <chakra.div id={`${id}-help`} textStyle="small" color="fg.muted">
        {help}
      </chakra.div>
    </chakra.div>
  )
}

const Box = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '1.5',
    minH: 'field',
    maxH: '220px',
    overflowY: 'auto',
    p: '1.5',
    borderWidth: '1px',
    borderColor: 'line.field',
    borderRadius: 'md',
    bg: 'bg',
    cursor: 'text',
    transition: 'border-color 120ms, box-shadow 120ms',
    '&:has(> input:focus-visible)': {
      borderColor: 'focus',
      boxShadow: '0 0 0 3px color-mix(in srgb, var(--kho-colors-focus) 22%, transparent)',
    },
    '&[data-invalid]': { borderColor: 'fg.danger' },
  },
})

const Chip = chakra('li', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    columnGap: '1.5',
    maxW: 'full',
    ps: '2.5',
    pe: '0.5',
    py: '0.5',
    borderRadius: 'md',
    bg: 'bg.muted',
    textStyle: 'small',
    '&[data-invalid]': { bg: 'danger.subtle', color: 'fg.danger' },
  },
})

const ChipButton = chakra('button', {
  base: {
    display: 'grid',
    placeItems: 'center',
    boxSize: '6',
    borderRadius: 'sm',
    cursor: 'pointer',
    color: 'inherit',
    _icon: { boxSize: '14px' },
    _hover: { bg: 'bg.hover' },
  },
})

const Typing = chakra('input', {
  base: {
    flex: '1',
    minW: '140px',
    h: '7',
    px: '1.5',
    bg: 'transparent',
    outline: 'none',
    fontSize: { base: '16px', sm: 'md' },
  },
})
