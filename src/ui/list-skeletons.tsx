import { chakra } from '@chakra-ui/react'
import type { ComponentProps, ReactNode } from 'react'
import { useText } from '../i18n/text.ts'
import { Skeleton } from './skeleton.tsx'
import { Caption, Card, Cards, Cell, Table } from './table.tsx'

type TableProps = {
  head: ReactNode
  widths: readonly string[]
  children: (width: string) => ReactNode
}

/** A table that loads. `children`: the cells of a row, the first with a bar of `width`. */
export function TableSkeleton({ head, widths, children }: TableProps) {
  const t = useText()
  return (
    <Table aria-busy="true">
      <Caption>{t('common.loading')}</Caption>
      {head}
      <tbody>
        {widths.map(width => (
          <tr key={width}>{children(width)}</tr>
        ))}
      </tbody>
    </Table>
  )
}

export function CellSkeleton(bar: ComponentProps<typeof Skeleton>) {
  return (
    <Cell>
      <Skeleton {...bar} />
    </Cell>
  )
}

type CardsProps = {
  widths?: readonly string[]
  icon?: ReactNode
  gap?: '2.5' | '3'
  children: ReactNode
}

/** Cards that load. `icon`: at the start of each; `children`: the bars below the first. */
export function CardsSkeleton({ widths = ['55%', '70%', '45%'], icon, gap = '2.5', children }: CardsProps) {
  return (
    <Cards aria-busy="true">
      {widths.map(width => (
        <Card key={width}>
          {icon}
          <chakra.div flex="1" display="flex" flexDirection="column" gap={gap} py="1">
            <Skeleton style={{ width }} />
            {children}
          </chakra.div>
        </Card>
      ))}
    </Cards>
  )
}
