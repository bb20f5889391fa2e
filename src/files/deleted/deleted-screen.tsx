import { chakra } from '@chakra-ui/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { mayCall } from '../../../domain/permissions.ts'
import { readPages } from '../../api/query.ts'
import { folderAddress, type Place } from '../../buckets/addresses.ts'
import { Breadcrumb } from '../../buckets/breadcrumb.tsx'
import { useText } from '../../i18n/text.ts'
import { useUser } from '../../session/flow.ts'
import { EmptyFolder } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { Read } from '../../ui/read.tsx'
import { ListSkeleton } from '../list/list-skeleton.tsx'
import NoSuchFiles from '../no-such-place.tsx'
import { DeletedList } from './deleted-list.tsx'
import { useRestore } from './flow.ts'

/** The deleted files of a folder, which can be restored. */
export default function DeletedScreen({ place }: { place: Place }) {
  const t = useText()
  const user = useUser()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const { searching, ...query } = useDeleted(place)
  const [busy, restore] = useRestore(() => setSelected(new Set()))

  const screen = (content: ReactNode) => (
    <chakra.div
      px={{ base: '4', sm: '6', lg: '8' }}
      pt={{ base: '4', sm: '5' }}
      pb="8"
      overflowY="auto"
      h="full"
    >
      <chakra.header display="flex" alignItems="center" gap="4" minH="field">
        <Breadcrumb place={place} />
        <LinkButton to={folderAddress(place)}>{t('deleted.back')}</LinkButton>
      </chakra.header>
      <chakra.h2 textStyle="heading" mt="4">
        {t('deleted.title')}
      </chakra.h2>
      <chakra.p color="fg.muted" mt="1" mb="4">
        {t('deleted.lead')}
      </chakra.p>
      {content}
    </chakra.div>
  )
  return (
    <Read
      of={query}
      failed="deleted.failed"
      skeleton={screen(<ListSkeleton />)}
      instead={{ BUCKET_NOT_FOUND: <NoSuchFiles place={{ ...place, prefix: '' }} /> }}
      frame={screen}
    >
      {items =>
        screen(
          searching ? (
            <chakra.p role="status" color="fg.muted" py="6">
              {t('deleted.looking')}
            </chakra.p>
          ) : items.length === 0 && !query.hasNextPage ? (
            <EmptyState drawing={<EmptyFolder />} title={t('deleted.empty')} lead={t('deleted.emptyLead')} />
          ) : (
            <DeletedList
              items={items}
              prefix={place.prefix}
              selected={selected}
              onSelect={setSelected}
              busy={busy}
              onRestore={mayCall(user, 'restoreDeletedObjects') ? keys => restore(place.bucket, keys) : null}
              query={query}
            />
          ),
        )
      }
    </Read>
  )
}

/** The deleted files below a folder, in pages. `searching`: nothing is found yet, and more pages follow. */
function useDeleted({ bucket, prefix }: Place) {
  const query = useInfiniteQuery({
    ...readPages('/objects/deleted', { query: { bucket, prefix } }),
    gcTime: 0,
    select: data => data.pages.flatMap(page => page.items),
  })
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query
  // A page may be empty although more follow.
  const searching = data?.length === 0 && hasNextPage && !isError
  useEffect(() => {
    if (searching && !isFetching) void fetchNextPage()
  }, [searching, isFetching, fetchNextPage])
  return { ...query, searching }
}
