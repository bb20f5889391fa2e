import { chakra } from '@chakra-ui/react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { AuditEntry } from '../../openapi/schema.ts'
import { useLanguage, useText } from '../i18n/text.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { useWidthClass } from '../ui/use-width.ts'
import { AuditRow, columns, leastRow } from './audit-row.tsx'
import { dayOf, useNow } from './when.ts'

/** Older entries are loaded when fewer than this follow. */
const loadAhead = 30

type Props = {
  entries: readonly AuditEntry[]
  /** The account name to show for an entry; may be empty. */
  accountOf: (entry: AuditEntry) => string
  onEnd: () => void
  /** Shown below the last entry. */
  foot: ReactNode
}

/** The entries by day; only visible ones are rendered. Scrolls with the page. */
export function AuditList({ entries, accountOf, onEnd, foot }: Props) {
  const { text: t, locale } = useLanguage()
  const [place, room] = useWidthClass(leastRow)
  const cards = room === 0
  const now = useNow()
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0))
  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: () => document.getElementById('content'),
    getItemKey: index => entries[index]?.id ?? index,
    estimateSize: () => (cards ? 132 : 61),
    overscan: 8,
    scrollMargin: top,
  })
  const items = virtualizer.getVirtualItems()
  const lastShown = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (lastShown >= entries.length - loadAhead) onEnd()
  }, [lastShown, entries.length, onEnd])

  return (
    <div ref={place}>
      {!cards && <AuditHead />}
      <chakra.ul
        ref={list}
        aria-label={t('audit.list')}
        listStyleType="none"
        position="relative"
        style={{ height: virtualizer.getTotalSize() }}
      >
        {items.map(({ index, key, start }) => {
          const entry = entries[index]
          if (!entry) return null
          const day = dayOf(entry.at, now, locale)
          const before = entries[index - 1]
          return (
            <chakra.li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-posinset={index + 1}
              aria-setsize={-1}
              position="absolute"
              insetInline="0"
              top="0"
              style={{ transform: `translateY(${start - top}px)` }}
            >
              {(!before || dayOf(before.at, now, locale) !== day) && (
                <chakra.h2
                  textStyle="small"
                  fontWeight="semibold"
                  px={{ base: '1', sm: '3' }}
                  pt={index === 0 ? '3' : '6'}
                  pb="2"
                >
                  {day}
                </chakra.h2>
              )}
              <AuditRow entry={entry} now={now} card={cards} account={accountOf(entry)} />
            </chakra.li>
          )
        })}
      </chakra.ul>
      <chakra.div py="6" textAlign="center" color="fg.muted" textStyle="small">
        {foot}
      </chakra.div>
    </div>
  )
}

/** The column names, hidden from screen readers: each row names its values. */
function AuditHead() {
  const { text: t } = useLanguage()
  return (
    <chakra.div
      aria-hidden="true"
      display="grid"
      gridTemplateColumns={columns}
      columnGap="5"
      px="3"
      h="9"
      alignItems="center"
      borderBottomWidth="1px"
      textStyle="small"
      fontWeight="medium"
      color="fg.muted"
    >
      <span>{t('audit.what')}</span>
      <span>{t('audit.who')}</span>
      <span>{t('audit.where')}</span>
      <chakra.span textAlign="end">{t('audit.when')}</chakra.span>
    </chakra.div>
  )
}

const widths = ['52%', '38%', '61%', '44%', '57%', '35%', '49%', '41%']

export function AuditSkeleton() {
  const t = useText()
  const [place, room] = useWidthClass(leastRow)
  const cards = room === 0
  return (
    <chakra.div ref={place} aria-busy="true" role="status" aria-label={t('common.loading')}>
      {!cards && <AuditHead />}
      {widths.map(width => (
        <chakra.div
          key={width}
          display={cards ? 'flex' : 'grid'}
          gridTemplateColumns={columns}
          columnGap="5"
          alignItems="center"
          px="3"
          h={cards ? '104px' : '61px'}
          mb={cards ? '2' : '0'}
          borderWidth={cards ? '1px' : '0 0 1px'}
          borderRadius={cards ? 'lg' : '0'}
        >
          <chakra.span display="flex" alignItems="center" gap="3" flex="1">
            <Skeleton boxSize="9" flexShrink="0" />
            <Skeleton style={{ width }} />
          </chakra.span>
          {!cards && (
            <>
              <Skeleton width="70%" />
              <Skeleton width="55%" />
              <Skeleton width="64px" ms="auto" />
            </>
          )}
        </chakra.div>
      ))}
    </chakra.div>
  )
}
