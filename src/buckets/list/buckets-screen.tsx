import { chakra } from '@chakra-ui/react'
import { type RefObject, useState } from 'react'
import { mayCall } from '../../../domain/permissions.ts'
import type { Bucket } from '../../../openapi/schema.ts'
import { SearchField } from '../../forms/search-field.tsx'
import { useText } from '../../i18n/text.ts'
import { useUser } from '../../session/flow.ts'
import { readSizes } from '../../session/sizes.ts'
import { useOffers } from '../../shell/offers.ts'
import { RowMenu } from '../../ui/action-menu.tsx'
import { EmptyStorehouse, NothingFound } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { CreateButton, HeadCreateButton, RefreshButton } from '../../ui/head-buttons.tsx'
import { useKeptScroll, useView } from '../../ui/kept-view.ts'
import { lazyDialog } from '../../ui/lazy.tsx'
import { Page } from '../../ui/page.tsx'
import { Read } from '../../ui/read.tsx'
import { TableOrCards } from '../../ui/table.tsx'
import { useBuckets } from '../queries.ts'
import { arrange, type ListView, leastTable, listViewQuery, readListView, type Sorting } from './arrange.ts'
import { BucketCards, BucketCardsSkeleton } from './bucket-cards.tsx'
import type { BucketAct, OnBucketAct } from './bucket-menu.tsx'
import { useListMenu } from './bucket-menu.tsx'
import { BucketTable, BucketTableSkeleton } from './bucket-table.tsx'

const CreateBucket = lazyDialog(() => import('../dialogs/create-bucket-dialog.tsx'))
const FormatBucket = lazyDialog(() => import('../dialogs/format-bucket-dialog.tsx'))
const DeleteBucket = lazyDialog(() => import('../dialogs/delete-bucket-dialog.tsx'))
const Link = lazyDialog(() => import('../dialogs/link-dialog.tsx'))
const ChangeAcl = lazyDialog(() => import('../dialogs/acl-dialog.tsx'))

type OpenDialog = { about: 'create' } | { about: BucketAct; bucket: Bucket } | null

export default function BucketsScreen() {
  const t = useText()
  const user = useUser()
  const query = useBuckets()
  const { data } = query
  const [view, changeView] = useView('', readListView, listViewQuery)
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const mayCreate = mayCall(user, 'createBucket')
  const create = mayCreate ? () => setDialog({ about: 'create' }) : null
  useOffers([create && { id: 'bucket', label: t('buckets.new'), run: create }])

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
          <RefreshButton onRefresh={readSizes} />
          {create && data && data.length > 0 && (
            <HeadCreateButton label={t('buckets.new')} onClick={create} />
          )}
        </>
      }
    >
      {data && data.length > 0 && (
        <chakra.div mb="4">
          <SearchField
            label={t('buckets.search')}
            value={view.filter}
            onValue={filter => changeView({ filter })}
          />
        </chakra.div>
      )}
      <Read of={query} failed="buckets.failed" skeleton={<Loading />}>
        {buckets => (
          <Buckets
            buckets={buckets}
            view={view}
            onSorting={sorting => changeView({ sorting })}
            onCreate={create}
            onAct={(about, bucket) => setDialog({ about, bucket })}
          />
        )}
      </Read>
      {dialog?.about === 'create' && <CreateBucket onClose={() => setDialog(null)} />}
      {dialog && dialog.about !== 'create' && <ActOf {...dialog} onClose={() => setDialog(null)} />}
    </Page>
  )
}

function ActOf({ about, bucket, onClose }: { about: BucketAct; bucket: Bucket; onClose: () => void }) {
  if (about === 'delete') return <DeleteBucket bucket={bucket} onClose={onClose} />
  if (about === 'format') return <FormatBucket bucket={bucket.name} onClose={onClose} />
  if (about === 'link') return <Link bucket={bucket.name} onClose={onClose} />
  return <ChangeAcl bucket={bucket.name} to={about} onClose={onClose} />
}

function Loading() {
  return <TableOrCards least={leastTable} table={<BucketTableSkeleton />} cards={<BucketCardsSkeleton />} />
}

/** The scrolling element of the console's screens. */
const content: RefObject<HTMLElement | null> = {
  get current() {
    return document.getElementById('content')
  },
}

/** Rendered with the rows: restores the scroll position once they are there. */
function RestoredScroll() {
  useKeptScroll(content)
  return null
}

type Props = {
  buckets: Bucket[]
  view: ListView
  onSorting: (sorting: Sorting) => void
  /** Null without permission. */
  onCreate: (() => void) | null
  onAct: OnBucketAct
}

function Buckets({ buckets, view: { filter, sorting }, onSorting, onCreate, onAct }: Props) {
  const t = useText()
  const [menu, onMenu, closeMenu] = useListMenu()
  if (buckets.length === 0) {
    return (
      <EmptyState
        drawing={<EmptyStorehouse />}
        title={t(onCreate ? 'buckets.empty.title' : 'buckets.empty.readOnlyTitle')}
        lead={t(onCreate ? 'buckets.empty.lead' : 'buckets.empty.readOnly')}
        action={onCreate && <CreateButton label={t('buckets.new')} onClick={onCreate} />}
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
    <>
      <TableOrCards
        least={leastTable}
        table={
          <>
            <BucketTable
              buckets={shown}
              sorting={sorting}
              onSorting={onSorting}
              onAct={onAct}
              onMenu={onMenu}
            />
            <RestoredScroll />
          </>
        }
        cards={
          <>
            <BucketCards buckets={shown} onAct={onAct} onMenu={onMenu} />
            <RestoredScroll />
          </>
        }
      />
      <RowMenu {...menu} onClose={closeMenu} />
    </>
  )
}
