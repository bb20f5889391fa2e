import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useListWindow } from './list-window.ts'
import { Card } from './table.tsx'
import { useWidthClass } from './use-width.ts'

type Props<Item> = {
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string
  /** How many there are, with those that are not loaded yet. */
  total: number
  /** The usual height of a card, in px. */
  estimate: number
  onEnd: () => void
  children: (item: Item) => ReactNode
}

/** Px between cards. */
const gap = 8

/** A long list of cards, in as many columns as fit; only visible ones are rendered. Scrolls with the page. */
export function CardWindow<Item>(props: Props<Item>) {
  const [place, room] = useWidthClass(608, 916)
  return (
    <div ref={place}>{room !== null && <Window key={room} lanes={(room + 1) as 1 | 2 | 3} {...props} />}</div>
  )
}

function Window<Item>({
  lanes,
  label,
  items,
  keyOf,
  total,
  estimate,
  onEnd,
  children,
}: Props<Item> & { lanes: number }) {
  const shown = useListWindow<HTMLUListElement>({
    count: items.length,
    keyOf: index => keyOf(items[index]!),
    ...{ estimate, lanes, gap, onEnd },
  })
  const width = `(100% - ${(lanes - 1) * gap}px) / ${lanes}`
  return (
    <chakra.ul ref={shown.list} aria-label={label} position="relative" style={{ height: shown.height }}>
      {shown.items.map(({ index, lane, start }) => {
        const item = items[index]
        if (item === undefined) return null
        return (
          <Card
            key={keyOf(item)}
            ref={shown.measure}
            data-index={index}
            aria-posinset={index + 1}
            aria-setsize={total}
            position="absolute"
            top="0"
            style={{
              width: `calc(${width})`,
              insetInlineStart: `calc((${width} + ${gap}px) * ${lane})`,
              transform: `translateY(${start}px)`,
            }}
          >
            {children(item)}
          </Card>
        )
      })}
    </chakra.ul>
  )
}
