import { chakra } from '@chakra-ui/react'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ComponentProps } from 'react'
import { CheckboxBox } from '../forms/checkbox.tsx'
import { type Text, useText } from '../i18n/text.ts'
import { showToast } from '../shell/shell.ts'
import { Tip } from '../ui/tip.tsx'
import { columns, fromLarge, fromSmall } from './file-row.tsx'
import type { Column, Sort } from './row-sort.ts'

type Props = {
  sort: Sort | null
  /** Null while the list is not whole. */
  onSort: ((sort: Sort) => void) | null
  selected: 'all' | 'some' | 'none'
  onSelectAll: (all: boolean) => void
}

const heads = [
  { column: 'name', display: 'block', end: false },
  { column: 'type', display: fromLarge, end: false },
  { column: 'size', display: fromSmall, end: true },
  { column: 'modified', display: fromSmall, end: false },
  { column: 'class', display: fromLarge, end: false },
] as const

/** The heads of the list's columns, and the box that selects all. */
export function FileHead({ sort, onSort, selected, onSelectAll }: Props) {
  const t = useText()
  return (
    <chakra.div
      role="row"
      aria-rowindex={1}
      display="grid"
      alignItems="center"
      gridTemplateColumns={columns}
      h="9"
      borderBottomWidth="1px"
      textStyle="small"
      color="fg.muted"
      bg="bg"
      position="sticky"
      top="0"
      zIndex="1"
    >
      <chakra.span role="columnheader" display="grid" placeItems="center">
        <CheckboxBox
          type="checkbox"
          aria-label={t('files.selectAll')}
          checked={selected === 'all'}
          ref={(box: HTMLInputElement | null) => {
            if (box) box.indeterminate = selected === 'some'
          }}
          onChange={event => onSelectAll(event.target.checked)}
        />
      </chakra.span>
      {heads.map(({ column, display, end }) => (
        <Head
          key={column}
          display={display}
          end={end}
          inset={column !== 'name'}
          label={t(`files.${column}`)}
          order={sort?.column === column ? (sort.descending ? 'descending' : 'ascending') : null}
          onSort={onSort && (() => onSort(nextSort(sort, column)))}
        />
      ))}
      <chakra.span role="columnheader" srOnly>
        {t('files.actions')}
      </chakra.span>
    </chakra.div>
  )
}

function nextSort(sort: Sort | null, column: Column): Sort {
  return { column, descending: sort?.column === column && !sort.descending }
}

type HeadProps = {
  label: ReturnType<Text>
  order: 'ascending' | 'descending' | null
  end: boolean
  inset: boolean
  onSort: (() => void) | null
  display: ComponentProps<typeof chakra.span>['display']
}

function Head({ label, order, end, inset, onSort, display }: HeadProps) {
  const t = useText()
  const Arrow = order === 'descending' ? ArrowDown : ArrowUp
  const button = (
    <chakra.button
      type="button"
      aria-disabled={!onSort}
      onClick={onSort ?? (() => showToast('files.sortLater', { severity: 'info' }))}
      display="inline-flex"
      verticalAlign="middle"
      flexDirection={end ? 'row-reverse' : 'row'}
      alignItems="center"
      gap="1"
      fontWeight="medium"
      borderRadius="sm"
      whiteSpace="nowrap"
      color={order ? 'fg' : 'inherit'}
      cursor={onSort ? 'pointer' : 'default'}
      _hover={onSort ? { color: 'fg', '& svg': { opacity: 1 } } : {}}
    >
      {label}
      <chakra.span aria-hidden="true" _icon={{ boxSize: '14px', opacity: order ? 1 : 0 }}>
        <Arrow />
      </chakra.span>
    </chakra.button>
  )
  return (
    <chakra.span
      role="columnheader"
      aria-sort={order ?? 'none'}
      display={display}
      textAlign={end ? 'end' : 'start'}
      px={inset ? '3' : '0'}
      minW="0"
    >
      {onSort ? button : <Tip label={t('files.sortLater')}>{button}</Tip>}
    </chakra.span>
  )
}
