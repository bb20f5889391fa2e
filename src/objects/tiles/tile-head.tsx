import { chakra } from '@chakra-ui/react'
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { useId } from 'react'
import { CheckboxBox } from '../../forms/checkbox.tsx'
import { useText } from '../../i18n/text.ts'
import { showToast } from '../../shell/shell.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { Button } from '../../ui/button.tsx'
import { nextSort } from '../file-head.tsx'
import { columnNames, type Sort } from '../row-sort.ts'
import { readLimit } from '../use-folder-rows.ts'

type Props = {
  sort: Sort | null
  /** Null when there are too many items to sort. */
  onSort: ((sort: Sort) => void) | null
  selected: 'all' | 'some' | 'none'
  onSelectAll: (all: boolean) => void
}

/** The "select all" checkbox and the sort menu above the tiles. */
export function TileHead({ sort, onSort, selected, onSelectAll }: Props) {
  const t = useText()
  const id = useId()
  const Order = sort ? (sort.descending ? ArrowDown : ArrowUp) : ArrowUpDown
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
      <ActionMenu
        title={t('files.sort')}
        trigger={
          <Button size="sm" variant="quiet" color="fg.muted">
            <Order />
            {sort ? t('files.sortNow', { column: t(`files.${sort.column}`) }) : t('files.sort')}
          </Button>
        }
        actions={columnNames.map(column => ({
          id: column,
          label: t(`files.${column}`),
          icon: column === sort?.column ? <Order /> : <chakra.span boxSize="18px" />,
          run: () =>
            onSort
              ? onSort(nextSort(sort, column))
              : showToast('files.sortTooMany', { values: { limit: readLimit }, severity: 'info' }),
        }))}
      />
    </chakra.div>
  )
}
