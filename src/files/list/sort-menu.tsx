import { chakra } from '@chakra-ui/react'
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { useText } from '../../i18n/text.ts'
import { showToast } from '../../shell/toast.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { type Column, columnNames, type Sort } from './columns.ts'
import { readLimit } from './use-folder-rows.ts'

type Props = {
  sort: Sort | null
  /** Sorts by the column, or reverses; null when there are too many items. */
  sortBy: (column: Column) => (() => void) | null | undefined
  /** Whether its button shows the order, not only an icon. */
  labelled?: boolean
}

/** Sorts if there are no column heads to click. */
export default function SortMenu({ sort, sortBy, labelled = false }: Props) {
  const t = useText()
  const Order = sort ? (sort.descending ? ArrowDown : ArrowUp) : ArrowUpDown
  const label = sort ? t('files.sortNow', { column: t(`files.${sort.column}`) }) : t('files.sort')
  return (
    <ActionMenu
      title={t('files.sort')}
      trigger={
        labelled ? (
          <Button size="sm" variant="quiet" color="fg.muted">
            <Order />
            {label}
          </Button>
        ) : (
          <IconButton label={label}>
            <Order />
          </IconButton>
        )
      }
      actions={columnNames.map(column => ({
        id: column,
        label: t(`files.${column}`),
        icon: column === sort?.column ? <Order /> : <chakra.span boxSize="18px" />,
        run: () =>
          (
            sortBy(column) ??
            (() => showToast('files.sortTooMany', { values: { limit: readLimit }, severity: 'info' }))
          )(),
      }))}
    />
  )
}
