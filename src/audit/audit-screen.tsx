import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { useUser } from '../auth/session.ts'
import { useFormats } from '../i18n/formats.ts'
import { useText } from '../i18n/text.ts'
import { ManagementTabs } from '../people/management-tabs.tsx'
import { RefreshButton } from '../people/refresh-button.tsx'
import { Page } from '../shell/page.tsx'
import { Button } from '../ui/button.tsx'
import { NothingFound } from '../ui/drawings/nothing-found.tsx'
import { Safe } from '../ui/drawings/safe.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailureState } from '../ui/failure-state.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { AuditList } from './audit-list.tsx'
import { AuditSkeleton } from './audit-skeleton.tsx'
import { ExportLink } from './export-link.tsx'
import { type AuditFilter, addressOf, filterOf, isNarrowed } from './filter.ts'
import { entryLimit, useAudit } from './use-audit.ts'

/** What was done in the account, the newest first; the filter is in the address. */
export default function AuditScreen() {
  const t = useText()
  const [search, setSearch] = useSearchParams()
  const filter = useMemo(() => filterOf(search), [search])
  const onFilter = (next: AuditFilter) => setSearch(addressOf(next), { replace: true })
  const log = useAudit(filter)
  return (
    <Page
      title={t('people.title')}
      actions={
        <>
          <RefreshButton busy={log.isFetching} onRefresh={() => void log.refetch()} />
          <ExportLink filter={filter} />
        </>
      }
    >
      <ManagementTabs current="/user-management/audit-log" />
      <AuditFilters filter={filter} onFilter={onFilter} />
      <Entries log={log} narrowed={isNarrowed(filter)} />
    </Page>
  )
}

function Entries({ log, narrowed }: { log: ReturnType<typeof useAudit>; narrowed: boolean }) {
  const t = useText()
  const user = useUser()
  const { data, error, isFetching, hasNextPage, isFetchNextPageError, fetchNextPage, refetch } = log
  const entries = useMemo(() => data?.pages.flatMap(page => page.entries), [data])
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage])

  if (!entries) {
    if (!error) return <AuditSkeleton />
    return (
      <FailureState
        title={t('audit.failed')}
        failure={error}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  if (entries.length === 0) {
    return narrowed ? (
      <EmptyState drawing={<NothingFound />} title={t('audit.none.title')} lead={t('audit.none.lead')} />
    ) : (
      <EmptyState drawing={<Safe />} title={t('audit.empty.title')} lead={t('audit.empty.lead')} />
    )
  }
  return (
    <AuditList
      entries={entries}
      withAccount={user.is_supper_admin}
      onEnd={onEnd}
      foot={<Foot log={log} narrowed={narrowed} count={entries.length} />}
    />
  )
}

type FootProps = { log: ReturnType<typeof useAudit>; narrowed: boolean; count: number }

/** What comes after the last entry: more, a failure, or the end. */
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
