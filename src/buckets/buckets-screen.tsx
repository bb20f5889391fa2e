import { chakra } from '@chakra-ui/react'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { mayCall } from '../../domain/permissions.ts'
import { bucketTexts } from '../../languages/languages.ts'
import type { Bucket } from '../../openapi/schema.ts'
import { SearchField } from '../forms/search-field.tsx'
import { addMessages, useText } from '../i18n/text.ts'
import { useUser } from '../session/provider.ts'
import { readSizes } from '../session/sizes.ts'
import { Button } from '../ui/button.tsx'
import { EmptyStorehouse } from '../ui/drawings/empty-storehouse.tsx'
import { NothingFound } from '../ui/drawings/nothing-found.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailureState } from '../ui/failure-state.tsx'
import { HeadButton, HeadButtonText } from '../ui/head-button.tsx'
import { lazyDialog } from '../ui/lazy.tsx'
import { Page } from '../ui/page.tsx'
import { RefreshButton } from '../ui/refresh-button.tsx'
import { TableOrCards } from '../ui/table-or-cards.tsx'
import { arrange, leastTable, type Sorting } from './arrange.ts'
import type { AskAbout } from './bucket-actions.tsx'
import { BucketCards, BucketCardsSkeleton } from './bucket-cards.tsx'
import { BucketTable, BucketTableSkeleton } from './bucket-table.tsx'
import { useBuckets } from './use-buckets.ts'

const CreateBucket = lazyDialog(() => import('./create-bucket-dialog.tsx'))
const FormatBucket = lazyDialog(async () => {
  const [dialog] = await Promise.all([import('./format-bucket-dialog.tsx'), addMessages(bucketTexts)])
  return dialog
})
const DeleteBucket = lazyDialog(async () => {
  const [dialog] = await Promise.all([import('./delete-bucket-dialog.tsx'), addMessages(bucketTexts)])
  return dialog
})

type Asking = { about: 'create' } | { about: 'format' | 'delete'; bucket: Bucket } | null

/** The list of buckets: the landing page. */
export default function BucketsScreen() {
  const t = useText()
  const user = useUser()
  const { data, error, isFetching, refetch } = useBuckets()
  const [filter, setFilter] = useState('')
  const [asking, setAsking] = useState<Asking>(null)
  const mayCreate = mayCall(user, 'createBucket')
  const create = mayCreate ? () => setAsking({ about: 'create' }) : null
  const ask: AskAbout | null = mayCall(user, 'deleteBucket')
    ? (about, bucket) => setAsking({ about, bucket })
    : null

  return (
    <Page
      title={t('buckets.title')}
      count={
        data && data.length > 0
          ? { value: data.length, label: t('buckets.count', { count: data.length }) }
          : null
      }
      actions={
        <>
          <RefreshButton busy={isFetching} onRefresh={readSizes} />
          {create && data && data.length > 0 && (
            <HeadButton variant="main" onClick={create}>
              <Plus />
              <HeadButtonText>{t('buckets.new')}</HeadButtonText>
            </HeadButton>
          )}
        </>
      }
    >
      {data && data.length > 0 && (
        <chakra.div mb="4">
          <SearchField label={t('buckets.search')} value={filter} onValue={setFilter} />
        </chakra.div>
      )}
      {data ? (
        <Buckets buckets={data} filter={filter} onCreate={create} onAsk={ask} />
      ) : error ? (
        <FailureState
          title={t('buckets.failed')}
          failure={error.failure}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Loading />
      )}
      {asking?.about === 'create' && <CreateBucket onClose={() => setAsking(null)} />}
      {asking?.about === 'format' && (
        <FormatBucket bucket={asking.bucket.name} onClose={() => setAsking(null)} />
      )}
      {asking?.about === 'delete' && <DeleteBucket bucket={asking.bucket} onClose={() => setAsking(null)} />}
    </Page>
  )
}

function Loading() {
  return <TableOrCards least={leastTable} table={<BucketTableSkeleton />} cards={<BucketCardsSkeleton />} />
}

type Props = {
  buckets: Bucket[]
  filter: string
  /** Null where the user may not. */
  onCreate: (() => void) | null
  onAsk: AskAbout | null
}

function Buckets({ buckets, filter, onCreate, onAsk }: Props) {
  const t = useText()
  const [sorting, setSorting] = useState<Sorting>({ column: 'name', order: 'ascending' })
  if (buckets.length === 0) {
    return (
      <EmptyState
        drawing={<EmptyStorehouse />}
        title={t(onCreate ? 'buckets.empty.title' : 'buckets.empty.readOnlyTitle')}
        lead={t(onCreate ? 'buckets.empty.lead' : 'buckets.empty.readOnly')}
        action={
          onCreate && (
            <Button variant="main" onClick={onCreate}>
              <Plus />
              {t('buckets.new')}
            </Button>
          )
        }
      />
    )
  }
  const shown = arrange(buckets, filter, sorting)
  if (shown.length === 0) {
    return (
      <EmptyState
        drawing={<NothingFound />}
        title={t('buckets.none.title', { filter: filter.trim() })}
        lead={t('buckets.none.lead')}
      />
    )
  }
  return (
    <TableOrCards
      least={leastTable}
      table={<BucketTable buckets={shown} sorting={sorting} onSorting={setSorting} onAsk={onAsk} />}
      cards={<BucketCards buckets={shown} onAsk={onAsk} />}
    />
  )
}
