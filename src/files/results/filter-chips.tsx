import { chakra } from '@chakra-ui/react'
import { Check, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { endOfDay } from '../../../domain/expiry-day.ts'
import { kindGroups } from '../../../domain/file-kinds.ts'
import { isSame } from '../../../domain/is-same.ts'
import { MiB } from '../../../domain/limits.ts'
import { breadcrumb } from '../../../domain/object-key.ts'
import { shownName } from '../../buckets/addresses.ts'
import { useBuckets } from '../../buckets/queries.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/text.ts'
import { useStorageKind } from '../../session/storage-kind.ts'
import { ActionMenu, type MenuAction } from '../../ui/action-menu.tsx'
import { Button } from '../../ui/button.tsx'
import { lazyDialog } from '../../ui/lazy.tsx'
import { noSearch, orders, type Search } from './filters.ts'

const FilterDialog = lazyDialog(() => import('./filter-dialog.tsx'))

/** Buckets that are offered. */
const mostBuckets = 50

const sizes = [
  { from: null, to: MiB - 1 },
  { from: MiB, to: 100 * MiB },
  { from: 100 * MiB, to: null },
  { from: 1024 * MiB, to: null },
]
/** Days back from today. */
const ages = [0, 6, 29, 364]

type Props = {
  search: Search
  /** Storage classes of the results. */
  classes: readonly string[]
  onChange: (change: Partial<Search>) => void
}

/** What the results are limited to and ordered by: a menu for each. */
export function FilterChips({ search, classes, onChange }: Props) {
  const t = useText()
  const format = useFormats()
  const [own, setOwn] = useState<'size' | 'modified' | 'tag' | null>(null)
  const isEmbedded = useStorageKind() === 'embedded'
  const { kind, size, modified, storageClass, tag, order } = search
  const any = t('results.any')
  const choice = (id: string, label: string, isChosen: boolean, change: Partial<Search>): MenuAction => ({
    ...{ id, label, icon: isChosen ? <Check /> : <chakra.span boxSize="18px" /> },
    run: () => onChange(change),
  })
  const ownChoice = (id: 'size' | 'modified' | 'tag', label: string): MenuAction => ({
    ...{ id: 'own', label, icon: <chakra.span boxSize="18px" /> },
    run: () => setOwn(id),
  })

  const sizeText = ({ from, to }: NonNullable<Search['size']>) =>
    from === null
      ? t('results.upTo', { to: format.bytes((to ?? 0) + 1) })
      : to === null
        ? t('results.atLeast', { from: format.bytes(from) })
        : t('results.between', { from: format.bytes(from), to: format.bytes(to) })
  function modifiedText(range: NonNullable<Search['modified']>) {
    if ('days' in range) return t('results.days', { count: range.days + 1 })
    const from = range.from && format.date(endOfDay(range.from))
    const to = range.to && format.date(endOfDay(range.to))
    return from && to
      ? t('results.between', { from, to })
      : from
        ? t('results.since', { from })
        : t('results.until', { to })
  }
  const offered = [...new Set([...classes, storageClass])].filter(each => each !== '').sort()
  const isNarrowed = !isSame({ ...search, query: '', place: null, order }, { ...noSearch, order })
  return (
    <Chips role="group" aria-label={t('results.filters')}>
      <ScopeChip search={search} onChange={onChange} choice={choice} />
      <Chip
        name={t('results.kind')}
        value={kind && t('results.set.kind', { value: t(`results.kind.${kind}`) })}
        actions={[
          choice('any', any, kind === null, { kind: null }),
          ...kindGroups.map(each => choice(each, t(`results.kind.${each}`), each === kind, { kind: each })),
        ]}
      />
      <Chip
        name={t('files.size')}
        value={size && t('results.set.size', { value: sizeText(size) })}
        actions={[
          choice('any', any, size === null, { size: null }),
          ...sizes.map(each => choice(sizeText(each), sizeText(each), isSame(each, size), { size: each })),
          ownChoice('size', t('results.ownSize')),
        ]}
      />
      <Chip
        name={t('files.modified')}
        value={modified && t('results.set.modified', { value: modifiedText(modified) })}
        actions={[
          choice('any', any, modified === null, { modified: null }),
          ...ages.map(days =>
            choice(`${days}`, modifiedText({ days }), isSame({ days }, modified), { modified: { days } }),
          ),
          ownChoice('modified', t('results.ownDays')),
        ]}
      />
      {(offered.length > 1 || storageClass !== '') && (
        <Chip
          name={t('files.class')}
          value={storageClass && t('results.set.class', { value: storageClass })}
          actions={[
            choice('any', any, storageClass === '', { storageClass: '' }),
            ...offered.map(each => choice(each, each, each === storageClass, { storageClass: each })),
          ]}
        />
      )}
      {/* Listings have no tags. */}
      {(isEmbedded || tag) && (
        <Chip
          name={t('results.tag')}
          value={
            tag && t('results.set.tag', { value: tag.key + (tag.value === null ? '' : `=${tag.value}`) })
          }
          actions={[choice('any', any, tag === null, { tag: null }), ownChoice('tag', t('results.ownTag'))]}
        />
      )}
      <Chip
        name={t('files.sort')}
        value={t('results.set.sort', { value: t(`results.order.${order}`) })}
        isSet={order !== 'best'}
        actions={orders.map(each =>
          choice(each, t(`results.order.${each}`), each === order, { order: each }),
        )}
      />
      {isNarrowed && (
        <Button
          size="sm"
          variant="link"
          onClick={() => onChange({ ...noSearch, query: search.query, place: search.place, order })}
        >
          {t('results.clear')}
        </Button>
      )}
      {own && <FilterDialog about={own} search={search} onChange={onChange} onClose={() => setOwn(null)} />}
    </Chips>
  )
}

type ScopeProps = Pick<Props, 'search' | 'onChange'> & {
  choice: (id: string, label: string, isChosen: boolean, change: Partial<Search>) => MenuAction
}

/** Where is searched: a folder and below it, a bucket, or all buckets. */
function ScopeChip({ search: { place }, choice }: ScopeProps) {
  const t = useText()
  const { data: buckets = [] } = useBuckets()
  const places = place
    ? [
        { name: place.bucket, prefix: '' },
        ...breadcrumb(place.prefix).map(({ name, prefix }) => ({ name: shownName(name), prefix })),
      ]
    : []
  const others = buckets.filter(({ name }) => name !== place?.bucket).slice(0, mostBuckets)
  return (
    <Chip
      name={t('results.where')}
      value={t('results.set.where', { value: places.at(-1)?.name ?? t('results.everywhere') })}
      isSet={place !== null}
      actions={[
        choice('all', t('results.everywhere'), place === null, { place: null }),
        ...places.map(({ name, prefix }) =>
          choice(
            `in ${prefix}`,
            t(prefix === '' ? 'results.inBucket' : 'results.inFolder', { name }),
            prefix === place!.prefix,
            {
              place: { bucket: place!.bucket, prefix },
            },
          ),
        ),
        ...(others.length > 0 ? [null] : []),
        ...others.map(({ name }) =>
          choice(`bucket ${name}`, name, false, { place: { bucket: name, prefix: '' } }),
        ),
      ]}
    />
  )
}

type ChipProps = {
  /** What it limits. */
  name: string
  /** The same with what is chosen; empty or null: nothing. */
  value: string | null
  /** Whether it limits the results; by default, if there is a value. */
  isSet?: boolean
  actions: (MenuAction | null)[]
}

function Chip({ name, value, isSet = Boolean(value), actions }: ChipProps) {
  return (
    <ActionMenu
      title={name}
      trigger={
        <Button
          size="sm"
          borderRadius="full"
          maxW="320px"
          {...(isSet && { bg: 'bg.selected', borderColor: 'accent' })}
        >
          <chakra.span truncate>{value || name}</chakra.span>
          <ChevronDown />
        </Button>
      }
      actions={actions}
    />
  )
}

const Chips = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: { sm: 'wrap' },
    alignItems: 'center',
    gap: '2',
    overflowX: { base: 'auto', sm: 'visible' },
    scrollbarWidth: 'none',
    mx: { base: '-4', sm: '0' },
    px: { base: '4', sm: '0' },
    // The ring of a focused chip is not cut off.
    py: '1',
  },
})
