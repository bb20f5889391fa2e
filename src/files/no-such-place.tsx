import { folderAddress, type Place } from '../buckets/addresses.ts'
import { useFavourites } from '../buckets/favourites.ts'
import { isSamePlace } from '../buckets/places-in.ts'
import { toggleStar } from '../buckets/toggle-star.ts'
import { useText } from '../i18n/text.ts'
import { useUser } from '../session/flow.ts'
import { Button } from '../ui/button.tsx'
import { NoSuchPlace } from '../ui/drawings.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/links.tsx'

/** There is no such bucket, or no such folder in it; without `place` the address is invalid. */
export default function NoSuchFiles({ place }: { place: Place | null }) {
  const t = useText()
  const toBuckets = <LinkButton to="/bucket-management">{t('files.toBuckets')}</LinkButton>
  const drawing = <NoSuchPlace />
  if (!place)
    return (
      <EmptyState
        level={1}
        drawing={drawing}
        title={t('files.noAddress.title')}
        lead={t('files.noAddress.lead')}
        action={toBuckets}
      />
    )
  const { bucket, prefix } = place
  if (prefix === '')
    return (
      <EmptyState
        level={1}
        drawing={drawing}
        title={t('files.noBucket.title')}
        lead={t('files.noBucket.lead', { bucket })}
        action={
          <>
            {toBuckets}
            <Unstar place={place} />
          </>
        }
      />
    )
  return (
    <EmptyState
      level={1}
      drawing={drawing}
      title={t('files.noPrefix.title')}
      lead={t('files.noPrefix.lead', { path: `${bucket}/${prefix}` })}
      action={
        <>
          <LinkButton to={folderAddress({ bucket, prefix: '' })}>
            {t('files.toBucket', { bucket })}
          </LinkButton>
          <Unstar place={place} />
        </>
      }
    />
  )
}

/** Removes a place that is gone from the favourites. */
function Unstar({ place }: { place: Place }) {
  const t = useText()
  const { id } = useUser()
  const isStarred = useFavourites(id).some(each => isSamePlace(each, place))
  return isStarred && <Button onClick={() => toggleStar(id, place)}>{t('files.unstar')}</Button>
}
