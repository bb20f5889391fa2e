import { chakra, defineRecipe } from '@chakra-ui/react'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../i18n/text.ts'
import type { SortOrder } from './sorting.ts'
import { useWidthClass } from './use-width.ts'

export const Table = chakra('table', {
  base: {
    width: 'full',
    borderCollapse: 'separate',
    borderSpacing: '0',
    tableLayout: 'fixed',
    textStyle: 'body',
  },
})

/** The sticky head of a long table; below a bar that sticks, too, by `--list-top`. */
export const StickyHead = chakra('thead', {
  base: { position: 'sticky', top: 'var(--list-top, 0px)', zIndex: '2', bg: 'bg' },
})

export const Row = chakra('tr', {
  base: {
    position: 'relative',
    transition: 'background-color 100ms',
    '&:is(tbody *):hover, &:focus-within:is(tbody *)': { bg: 'bg.hover' },
    '&[aria-selected=true], &[data-selected]': { bg: 'bg.selected' },
  },
})

const cellRecipe = defineRecipe({
  base: {
    px: '3',
    borderBottomWidth: '1px',
    borderColor: 'line',
    textAlign: 'start',
    verticalAlign: 'middle',
  },
  variants: {
    /** Numbers are right-aligned. */
    figures: {
      true: {
        textAlign: 'end',
        fontFamily: 'figures',
        fontVariantNumeric: 'tabular-nums',
        whiteSpace: 'nowrap',
      },
    },
    secondary: { true: { color: 'fg.muted' } },
  },
})

export const Cell = chakra('td', { ...cellRecipe, base: { ...cellRecipe.base, h: '12', py: '1' } })
export const HeadCell = chakra('th', {
  ...cellRecipe,
  base: {
    ...cellRecipe.base,
    h: '9',
    textStyle: 'small',
    fontWeight: 'medium',
    color: 'fg.muted',
    whiteSpace: 'nowrap',
  },
})

type SortHeadProps = {
  children: ReactNode
  /** The order of this column, or null if the table is sorted by another one. */
  order: SortOrder | null
  onSort: () => void
  figures?: boolean
  width?: string
}

export function SortHead({ children, order, onSort, figures, width }: SortHeadProps) {
  const Arrow = order === 'descending' ? ArrowDown : ArrowUp
  return (
    <HeadCell aria-sort={order ?? 'none'} figures={figures ?? false} width={width} scope="col">
      <chakra.button
        type="button"
        onClick={onSort}
        display="inline-flex"
        alignItems="center"
        gap="1"
        mx="-1.5"
        px="1.5"
        py="0.5"
        borderRadius="sm"
        fontWeight="medium"
        flexDirection={figures ? 'row-reverse' : 'row'}
        color={order ? 'fg' : 'inherit'}
        cursor="pointer"
        _hover={{ color: 'fg', '& svg': { opacity: 1 } }}
      >
        {children}
        <chakra.span aria-hidden="true" _icon={{ boxSize: '14px', opacity: order ? 1 : 0 }}>
          <Arrow />
        </chakra.span>
      </chakra.button>
    </HeadCell>
  )
}

/** The head of a column of menus. */
export function MenuHead() {
  const t = useText()
  return (
    <HeadCell scope="col" width="56px">
      <chakra.span srOnly>{t('common.more')}</chakra.span>
    </HeadCell>
  )
}

/** The rows of a long table that are not there, as they are not visible. `height`: px. */
export function Space({ height }: { height: number }) {
  if (height <= 0) return null
  return (
    <tbody aria-hidden="true">
      <tr>
        <td style={{ height, padding: 0 }} />
      </tr>
    </tbody>
  )
}

/** A hidden caption that names a table. */
export function Caption({ children }: { children: ReactNode }) {
  return <chakra.caption srOnly>{children}</chakra.caption>
}

type TableOrCardsProps = {
  /** The minimum width of the table, in px. */
  least: number
  table: ReactNode
  cards: ReactNode
}

/** A list as a table if its columns fit, else as cards. */
export function TableOrCards({ least, table, cards }: TableOrCardsProps) {
  const [ref, room] = useWidthClass(least)
  return <div ref={ref}>{room === null ? null : room === 0 ? cards : table}</div>
}

/** A list of cards, in as many columns as fit. */
export const Cards = chakra('ul', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 300px), 1fr))',
    gap: '2',
  },
})

export const Card = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '3',
    minW: '0',
    listStyleType: 'none',
    ps: '4',
    pe: '2',
    py: '3',
    borderWidth: '1px',
    borderRadius: 'lg',
    bg: 'bg.panel',
  },
})
