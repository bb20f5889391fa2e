import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { mayCall } from '../../domain/permissions.ts'
import type { AuditEntry } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { keyOf, readPages, refetchFirstPage } from '../api/query.ts'
import { dataOf } from '../api/result.ts'
import { useFormats } from '../i18n/formats.ts'
import { useText } from '../i18n/text.ts'
import { ManagementTabs } from '../people/management-tabs.tsx'
import { useUser } from '../session/flow.ts'
import { Button, Spinner } from '../ui/button.tsx'
import { NothingFound, Safe } from '../ui/drawings.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { DownloadLink, RefreshButton } from '../ui/head-buttons.tsx'
import { Page } from '../ui/page.tsx'
import { Read } from '../ui/read.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { AuditList, AuditSkeleton } from './audit-list.tsx'
import { type AuditFilter, addressOf, csvAddress, filterOf, isNarrowed, noFilter, queryOf } from './filter.ts'

/** The acts in the account, the newest first; the address holds the filter. */
export default function AuditScreen() {
  const t = useText()
  const [search, setSearch] = useSearchParams()
  const filter = useMemo(() => filterOf(search), [search])
  const onFilter = (next: AuditFilter) => setSearch(addressOf(next), { replace: true })
  const client = useQueryClient()
  const options = auditOf(filter)
  const log = useInfiniteQuery({ ...options, select: entriesOf })
  return (
    <Page
      title={t('people.title')}
      lead={t('people.lead')}
      section={t('people.auditLog')}
      actions={
        <>
          <RefreshButton onRefresh={() => refetchFirstPage(client, options)} />
          <DownloadLink href={csvAddress(filter)} label={t('audit.export')} />
        </>
      }
    >
      <ManagementTabs current="/user-management/audit-log" />
      <AuditFilters filter={filter} onFilter={onFilter} />
      <Read of={log} failed="audit.failed" skeleton={<AuditSkeleton />}>
        {entries => (
          <Entries
            entries={entries}
            log={log}
            narrowed={isNarrowed(filter)}
            onClear={() => onFilter(noFilter)}
          />
        )}
      </Read>
    </Page>
  )
}

type Log = UseInfiniteQueryResult<AuditEntry[]>
type EntriesProps = {
  entries: AuditEntry[]
  log: Log
  narrowed: boolean
  onClear: () => void
}

function Entries({ entries, log, narrowed, onClear }: EntriesProps) {
  const t = useText()
  const accountOf = useAccountOf()
  const { isFetching, hasNextPage, isFetchNextPageError, fetchNextPage } = log
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])

  if (entries.length === 0) {
    return narrowed ? (
      <EmptyState
        drawing={<NothingFound />}
        title={t('audit.none.title')}
        lead={t('audit.none.lead')}
        action={<Button onClick={onClear}>{t('audit.clear')}</Button>}
      />
    ) : (
      <EmptyState drawing={<Safe />} title={t('audit.empty.title')} lead={t('audit.empty.lead')} />
    )
  }
  return (
    <AuditList
      entries={entries}
      accountOf={accountOf}
      onEnd={onEnd}
      foot={<Foot log={log} narrowed={narrowed} count={entries.length} />}
    />
  )
}

type FootProps = { log: Log; narrowed: boolean; count: number }

/** The foot of the list: more, a failure, or the end. */
function Foot({ log, narrowed, count }: FootProps) {
  const t = useText()
  const format = useFormats()
  if (log.isFetchNextPageError) {
    return (
      <>
        {t('audit.moreFailed')}{' '}
        <Button variant="link" size="inline" onClick={() => void log.fetchNextPage()}>
          {t('common.retry')}
        </Button>
      </>
    )
  }
  if (log.hasNextPage) return <Spinner />
  if (count >= entryLimit) return t('audit.limit', { count: format.number(entryLimit) })
  return narrowed ? null : t('audit.end')
}

/**
 * The account name to show for an entry: for a super admin, who sees all accounts, unless it is their own; else empty.
 */
function useAccountOf(): (entry: AuditEntry) => string {
  const user = useUser()
  const seesAll = mayCall(user, 'listAccounts')
  const { data: own, isPending } = useQuery({
    queryKey: keyOf('/user/list', { own: user.email }),
    async queryFn({ signal }) {
      const found = await dataOf(api.GET('/user/list', { params: { query: { search: user.email } }, signal }))
      return found.accounts.find(account => account.own)?.name ?? ''
    },
    enabled: seesAll,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return ({ account }) => (!seesAll || isPending || account === own ? '' : account)
}

const pageSize = 100
/** Maximum entries kept on the page, to limit memory: beyond them, use the filter or the file. */
const entryLimit = 10_000

type AuditPage = { entries: AuditEntry[]; next_token: string | null }

const entriesOf = ({ pages }: InfiniteData<AuditPage>) => pages.flatMap(page => page.entries)

/** The log's entries, the newest first, page by page. Restarts each time the screen is opened. */
const auditOf = (filter: AuditFilter) => ({
  ...readPages('/audit', { query: { ...queryOf(filter), page_size: pageSize } }),
  getNextPageParam: (page: AuditPage, pages: AuditPage[]) =>
    pages.length * pageSize < entryLimit ? page.next_token : null,
  gcTime: 0,
})
