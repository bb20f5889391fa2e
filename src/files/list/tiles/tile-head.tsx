import { chakra } from '@chakra-ui/react'
import { useId } from 'react'
import { CheckboxBox } from '../../../forms/checkbox.tsx'
import { useText } from '../../../i18n/text.ts'
import type { Sort } from '../row-sort.ts'
import SortMenu from '../sort-menu.tsx'

type Props = {
  sort: Sort | null
  /** Null when there are too many items to sort. */
  onSort: ((sort: Sort) => void) | null
  selected: 'all' | 'some' | 'none'
  onSelectAll: (all: boolean) => void
}

export function TileHead({ sort, onSort, selected, onSelectAll }: Props) {
  const t = useText()
  const id = useId()
  return (
    <chakra.div
      display="flex"
      alignItems="center"
      justifyContent="space-between"
      ps={{ base: '4', sm: '0' }}
      pe={{ base: '4', sm: '3' }}
      pb="2"
    >
      <chakra.label
        htmlFor={id}
        display="flex"
        alignItems="center"
        gap="2.5"
        textStyle="small"
        color="fg.muted"
        cursor="pointer"
      >
        <CheckboxBox
          id={id}
          type="checkbox"
          checked={selected === 'all'}
          ref={(box: HTMLInputElement | null) => {
            if (box) box.indeterminate = selected === 'some'
          }}
          onChange={event => onSelectAll(event.target.checked)}
        />
        {t('files.selectAll')}
      </chakra.label>
      <SortMenu labelled sort={sort} onSort={onSort} />
    </chakra.div>
  )
}
