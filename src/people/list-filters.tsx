import { chakra } from '@chakra-ui/react'
import { FilterX } from 'lucide-react'
import { type CSSProperties, useEffect, useState } from 'react'
import { SearchField } from '../forms/search-field.tsx'
import { Select } from '../forms/select-field.tsx'
import { useDebouncedValue } from '../forms/use-debounced-value.ts'
import { useFormats } from '../i18n/formats.ts'
import { useText } from '../i18n/text.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Tip } from '../ui/tip.tsx'

/** A filter with the rows that each value would show, which are unknown until the list has loaded. */
export type Filter = {
  name: string
  label: string
  /** Of no filter. */
  all: string
  value: string
  options: readonly { value: string; text: string; rows: number | undefined }[]
}

type Props = {
  label: string
  search: { label: string; value: string }
  filters: readonly Filter[]
  narrowed: boolean
  onChange: (change: Record<string, string>) => void
  onClear: () => void
}

/** The search and the filters of a list. A search starts when the typing pauses. */
export function ListFilters({ label, search, filters, narrowed, onChange, onClear }: Props) {
  const t = useText()
  const format = useFormats()
  const [text, setText] = useState(search.value)
  const settled = useDebouncedValue(text, 300).trim()

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the typing has paused, and then only
  useEffect(() => {
    if (settled !== search.value) onChange({ search: settled })
  }, [settled])
  useEffect(() => {
    setText(typed => (typed.trim() === search.value ? typed : search.value))
  }, [search.value])

  return (
    <Bar aria-label={label}>
      <Fields
        style={{ '--filters': filters.length } as CSSProperties}
        data-many={filters.length > 4 ? '' : undefined}
      >
        <chakra.div gridColumn="var(--search)" css={{ '& > div': { width: 'full' } }}>
          <SearchField label={search.label} value={text} onValue={setText} maxLength={254} />
        </chakra.div>
        {filters.map(({ name, label, all, value, options }) => (
          <chakra.div key={name} minW="0" gridColumn={{ _odd: 'var(--right)' }}>
            <Select
              aria-label={label}
              value={value}
              {...(value !== '' && { 'data-chosen': '' })}
              onChange={event => onChange({ [name]: event.target.value })}
            >
              <option value="">{all}</option>
              {options.map(({ value, text, rows }) => (
                <option key={value} value={value}>
                  {rows === undefined ? text : t('people.filter.option', { text, rows: format.number(rows) })}
                </option>
              ))}
            </Select>
          </chakra.div>
        ))}
        <Tip label={t('people.filter.clear')}>
          <IconButton
            gridColumn="-2 / -1"
            gridRow="1"
            label={t('people.filter.clear')}
            disabled={!narrowed && text === ''}
            onClick={() => {
              setText('')
              onClear()
            }}
          >
            <FilterX />
          </IconButton>
        </Tip>
      </Fields>
    </Bar>
  )
}

/** Two filters in a line, or all of it in one where it fits. */
const Bar = chakra('search', {
  base: {
    display: 'block',
    containerType: 'inline-size',
    mb: '4',
  },
})

const Fields = chakra('div', {
  base: {
    display: 'grid',
    gap: '2',
    gridTemplateColumns: 'calc(50% - 4px) minmax(0, 1fr) 40px',
    '--search': '1 / -2',
    '--right': '2 / -1',
    '& [data-chosen]': { borderColor: 'accent', bg: 'accent.subtle' },
    '@container (min-width: 860px)': {
      gridTemplateColumns: 'minmax(0, 1.15fr) repeat(var(--filters), minmax(0, 1fr)) 40px',
      '--search': 'auto',
      '--right': 'auto',
      // Below the search, as their texts would not fit beside it.
      '&[data-many]': {
        gridTemplateColumns: 'repeat(var(--filters), minmax(0, 1fr)) 40px',
        '--search': '1 / -2',
      },
    },
  },
})
