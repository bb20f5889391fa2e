import { chakra } from '@chakra-ui/react'
import { type Ref, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import type { ObjectItem } from '../../../openapi/schema.ts'
import { folderAddress } from '../../buckets/addresses.ts'
import { SearchField } from '../../forms/search-field.tsx'
import { useDebouncedValue } from '../../forms/use-debounced-value.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { NothingFound } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureNotice, FailureState } from '../../ui/failure.tsx'
import { RefreshButton } from '../../ui/head-buttons.tsx'
import { MiddleName } from '../../ui/middle-name.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { useShortcut } from '../../ui/shortcuts.ts'
import { usePhone } from '../../ui/use-width.ts'
import { searchPath } from '../addresses.ts'
import { FileDialogs } from '../dialogs/file-dialogs.tsx'
import { stop } from '../item-parts.tsx'
import { FileList } from '../list/file-list.tsx'
import { ListSkeleton } from '../list/list-skeleton.tsx'
import { FileMenu } from '../list/use-file-view.ts'
import { SelectionBar } from '../page/file-toolbar.tsx'
import { FilterChips } from './filter-chips.tsx'
import { isBlank, noSearch, queryLimit, readSearch, type Search, searchQuery } from './filters.ts'
import type { FoundItem } from './found-items.ts'
import { FoundStatus } from './found-status.tsx'
import { useResults } from './use-results.ts'

/** The files whose names match, over folders and buckets. The address holds the search. */
export default function ResultsScreen() {
  const t = useText()
  const query = useSearch()
  const [, navigate] = useLocation()
  const search = useMemo(() => readSearch(query), [query])
  const name = searchQuery(search)
  const change = useCallback(
    (change: Partial<Search>) =>
      navigate(searchPath + searchQuery({ ...readSearch(location.search), ...change }), {
        replace: true,
        state: { ...history.state, row: 0 },
      }),
    [navigate],
  )
  const { found, list, selectionBar, menu, dialogs } = useResults(search, order => change({ order }))
  const { rows, error } = found
  const blank = isBlank(search)
  const field = useRef<HTMLInputElement>(null)
  const focusField = useCallback(() => field.current?.focus(), [])
  useShortcut('list', 'search', focusField)
  const classes = useMemo(() => [...new Set(rows.map(row => row.storage_class ?? ''))], [rows])

  return (
    <chakra.div position="absolute" inset="0" display="flex" flexDirection="column">
      <chakra.header px={{ base: '4', sm: '6', lg: '8' }} pt={{ base: '4', sm: '5' }} pb="3">
        <chakra.div display="flex" alignItems="center" justifyContent="space-between" gap="4" minH="field">
          <PageTitle focus={!blank} tab={search.query.trim() || t('results.title')}>
            {t('results.title')}
          </PageTitle>
          <RefreshButton onRefresh={found.refresh} />
        </chakra.div>
        <chakra.search display="block" mt="2" aria-label={t('results.title')}>
          <chakra.div maxW="640px" css={{ '& > div': { width: 'full' } }}>
            <QueryField ref={field} query={search.query} onQuery={query => change({ query })} />
          </chakra.div>
          <chakra.div mt="2">
            <FilterChips search={search} classes={classes} onChange={change} />
          </chakra.div>
        </chakra.search>
        <chakra.div mt="2" minH="field" display="flex" alignItems="center">
          {selectionBar ? (
            <chakra.div flex="1" minW="0">
              <SelectionBar {...selectionBar} />
            </chakra.div>
          ) : (
            !blank && <FoundStatus found={found} order={search.order} />
          )}
        </chakra.div>
      </chakra.header>
      <chakra.div
        ps={{ base: '0', sm: '6', lg: '8' }}
        pe={{ base: '0', sm: '3', lg: '5' }}
        flex="1"
        minH="0"
        display="flex"
        flexDirection="column"
      >
        {blank ? (
          <EmptyState
            drawing={<NothingFound />}
            title={t('results.blank.title')}
            lead={t('results.blank.lead')}
          />
        ) : rows.length > 0 ? (
          <>
            <FileList key={name} {...list} below={below} allLabel={t('results.selectAll')} />
            {error && (
              <chakra.div px={{ base: '4', sm: '3' }} py="3" borderTopWidth="1px">
                {/* biome-ignore lint/plugin: no query: it keeps the rows of earlier answers */}
                <FailureNotice failure={error.failure} what={t('results.moreFailed')} onRetry={found.goOn} />
              </chakra.div>
            )}
          </>
        ) : error ? (
          // biome-ignore lint/plugin: no query: its answers are asked for one after the other
          <FailureState title={t('results.failed')} failure={error.failure} onRetry={found.goOn} />
        ) : found.complete ? (
          <EmptyState
            drawing={<NothingFound />}
            title={t('results.none.title')}
            lead={t('results.none.lead')}
            action={
              name !== searchQuery({ ...noSearch, query: search.query }) && (
                <Button onClick={() => change({ ...noSearch, query: search.query })}>
                  {t('results.widen')}
                </Button>
              )
            }
          />
        ) : found.stopped ? (
          <EmptyState
            drawing={<NothingFound />}
            title={t('results.stopped.title')}
            lead={t('results.stopped.lead')}
          />
        ) : (
          <ListSkeleton />
        )}
      </chakra.div>
      <FileMenu {...menu} />
      <FileDialogs {...dialogs} />
    </chakra.div>
  )
}

/** Where a result is. */
function below(item: ObjectItem) {
  const { folder } = item as FoundItem
  return (
    <span className="facts">
      <Link href={folderAddress(folder)} tabIndex={-1} onClick={stop}>
        <MiddleName name={`${folder.bucket}/${folder.prefix}`} />
      </Link>
    </span>
  )
}

type FieldProps = { query: string; onQuery: (query: string) => void; ref: Ref<HTMLInputElement> }

/** A search starts when the typing pauses, or at once by Enter. */
function QueryField({ query, onQuery, ref }: FieldProps) {
  const t = useText()
  const phone = usePhone()
  const [text, setText] = useState(query)
  const settled = useDebouncedValue(text)
  const sent = useRef(query)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the typing has paused, and then only
  useEffect(() => {
    if (settled === query) return
    sent.current = settled
    onQuery(settled)
  }, [settled])
  // Another search by the field of the top bar.
  useEffect(() => {
    if (query !== sent.current) setText(query)
    sent.current = query
  }, [query])
  return (
    <SearchField
      ref={ref}
      label={t('results.field')}
      value={text}
      onValue={setText}
      maxLength={queryLimit}
      enterKeyHint="search"
      autoFocus={query === '' && !phone}
    />
  )
}
