import { folderAddress, type Place } from '../buckets/addresses.ts'
import { useText } from '../i18n/text.ts'
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
        action={toBuckets}
      />
    )
  return (
    <EmptyState
      level={1}
      drawing={drawing}
      title={t('files.noPrefix.title')}
      lead={t('files.noPrefix.lead', { path: `${bucket}/${prefix}` })}
      action={
        <LinkButton to={folderAddress({ bucket, prefix: '' })}>{t('files.toBucket', { bucket })}</LinkButton>
      }
    />
  )
}
