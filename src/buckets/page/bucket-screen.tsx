import { chakra } from '@chakra-ui/react'
import { Redirect } from 'wouter'
import { useText } from '../../i18n/text.ts'
import { useUser } from '../../session/flow.ts'
import { NoSuchPlace } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { bucketAddress, bucketPageAddress } from '../address.ts'
import { BucketHead } from '../bucket-head.tsx'
import { sectionsFor } from '../sections.ts'
import { useBuckets } from '../use-buckets.ts'
import { tabs } from './tabs.ts'

type Props = { bucket: string; tab: string | undefined }

/** The page of one bucket: its settings and features, beside its files. */
export default function BucketScreen({ bucket, tab }: Props) {
  const t = useText()
  const user = useUser()
  const { data: buckets } = useBuckets()
  const open = sectionsFor(user)
  const shown = open.find(each => each.tab === tab)
  if (buckets && !buckets.some(({ name }) => name === bucket)) {
    return (
      <EmptyState
        level={1}
        drawing={<NoSuchPlace />}
        title={t('bucket.notFound')}
        lead={t('bucket.notFoundLead')}
        action={<LinkButton to="/bucket-management">{t('bucket.toBuckets')}</LinkButton>}
      />
    )
  }
  if (!shown) {
    const [first] = open
    return <Redirect to={first ? bucketPageAddress(bucket, first.tab) : bucketAddress(bucket)} replace />
  }
  const Tab = tabs[shown.tab]
  return (
    <>
      <BucketHead place={{ bucket, prefix: '' }} section={shown.tab} />
      <chakra.div
        px={{ base: '4', sm: '6', lg: '8' }}
        pt="3"
        pb="max(0px, 64px - var(--tray-room, 0px))"
        maxW="1280px"
      >
        <Tab key={bucket} bucket={bucket} />
      </chakra.div>
    </>
  )
}
