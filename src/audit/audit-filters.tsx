import { chakra } from '@chakra-ui/react'
import { FilterX } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { isDay } from '../../domain/expiry-day.ts'
import { DateField } from '../forms/date-field.tsx'
import { FieldError } from '../forms/field.tsx'
import { SearchField } from '../forms/search-field.tsx'
import { Select } from '../forms/select-field.tsx'
import { useDebouncedValue } from '../forms/use-debounced-value.ts'
import { useText } from '../i18n/text.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Tip } from '../ui/tip.tsx'
import { actGroups, actsOf } from './acts.ts'
import { type AuditFilter, isNarrowed, noFilter } from './filter.ts'

type Props = { filter: AuditFilter; onFilter: (filter: AuditFilter) => void }

/** The filters of the log. A search starts when the typing pauses. */
export function AuditFilters({ filter, onFilter }: Props) {
  const t = useText()
  const id = useId()
  const [text, setText] = useState(filter.search)
  const settled = useDebouncedValue(text, 300).trim()
  const reversed = filter.from !== '' && filter.to !== '' && filter.from > filter.to
  /** Invalid text typed as a day, which the filter cannot hold. */
  const [wrong, setWrong] = useState<{ from?: string; to?: string }>({})
  const message = wrong.from || wrong.to ? t('issue.date-invalid') : reversed ? t('audit.daysReversed') : ''
  const invalid = { 'aria-invalid': true, 'aria-describedby': `${id}-days` }
  const set = (change: Partial<AuditFilter>) => onFilter({ ...filter, ...change })
  const setDay = (end: 'from' | 'to', text: string) => {
    const day = isDay(text) ? text : ''
    const { [end]: _, ...rest } = wrong
    setWrong(text === day ? rest : { ...rest, [end]: text })
    if (day !== filter[end]) set({ [end]: day })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the typing has paused, and then only
  useEffect(() => {
    if (settled !== filter.search) set({ search: settled })
  }, [settled])
  useEffect(() => {
    setText(typed => (typed.trim() === filter.search ? typed : filter.search))
  }, [filter.search])

  return (
    <chakra.search aria-label={t('audit.filters')} display="block" containerType="inline-size" mb="5">
      <Fields>
        <chakra.div gridArea="search" css={{ '& > div': { width: 'full' } }}>
          <SearchField label={t('audit.search')} value={text} onValue={setText} maxLength={254} />
        </chakra.div>
        <chakra.div gridArea="kind">
          <Select
            aria-label={t('audit.kind')}
            value={filter.action}
            onChange={event => set({ action: event.target.value as AuditFilter['action'] })}
          >
            <option value="">{t('audit.kindAll')}</option>
            {actGroups.map(group => (
              <optgroup key={group} label={t(`audit.group.${group}`)}>
                {actsOf(group).map(action => (
                  <option key={action} value={action}>
                    {t(`audit.act.${action}`)}
                  </option>
                ))}
              </optgroup>
            ))}
          </Select>
        </chakra.div>
        <chakra.div gridArea="from">
          <DateField
            label={t('audit.from')}
            value={wrong.from ?? filter.from}
            max={filter.to || undefined}
            onValue={day => setDay('from', day)}
            {...((wrong.from || reversed) && invalid)}
          />
        </chakra.div>
        <chakra.div gridArea="to">
          <DateField
            label={t('audit.to')}
            value={wrong.to ?? filter.to}
            min={filter.from || undefined}
            onValue={day => setDay('to', day)}
            {...((wrong.to || reversed) && invalid)}
          />
        </chakra.div>
        <Tip label={t('audit.clear')}>
          <IconButton
            gridArea="clear"
            label={t('audit.clear')}
            disabled={!isNarrowed(filter) && message === ''}
            onClick={() => {
              setText('')
              setWrong({})
              onFilter(noFilter)
            }}
          >
            <FilterX />
          </IconButton>
        </Tip>
        <FieldError id={`${id}-days`} gridColumnStart="var(--days)" gridColumnEnd="-1">
          {message}
        </FieldError>
      </Fields>
    </chakra.search>
  )
}

/** As many columns as fit. */
const Fields = chakra('div', {
  base: {
    display: 'grid',
    alignItems: 'end',
    columnGap: '2',
    rowGap: '3',
    '--days': '1',
    gridTemplateColumns: 'calc(50% - 4px) minmax(0, 1fr) 40px',
    gridTemplateAreas: '"search search search" "kind kind clear" "from to to"',
    '@container (min-width: 500px)': {
      gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr) 40px',
      gridTemplateAreas: '"search kind kind" "from to clear"',
    },
    '@container (min-width: 860px)': {
      '--days': '3',
      columnGap: '3',
      gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr) 160px 160px 40px',
      gridTemplateAreas: '"search kind from to clear"',
    },
  },
})
