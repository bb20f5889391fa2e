import { chakra } from '@chakra-ui/react'
import { ChevronLeft } from 'lucide-react'
import { Redirect } from 'wouter'
import { mayCall } from '../../../domain/permissions.ts'
import { useText } from '../../i18n/text.ts'
import { useUser } from '../../session/flow.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { NoSuchPlace } from '../../ui/drawings/no-such-place.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Page } from '../../ui/page.tsx'
import { SectionTabs } from '../../ui/section-tabs.tsx'
import { bucketAddress, bucketPageAddress } from '../address.ts'
import { useBuckets } from '../use-buckets.ts'
import { tabs } from './tabs.ts'

type Props = { bucket: string; tab: string | undefined }

/** The page of one bucket: its settings and features, in tabs. */
export default function BucketScreen({ bucket, tab }: Props) {
  const t = useText()
  const user = useUser()
  const { data: buckets } = useBuckets()
  const open = tabs.filter(({ need }) => mayCall(user, need))
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
  return (
    <Page title={bucket} section={t(shown.text)} back={<ToBuckets />}>
      <chakra.div mb="6">
        <SectionTabs
          label={t('bucket.sections')}
          current={bucketPageAddress(bucket, shown.tab)}
          tabs={[
            { address: bucketAddress(bucket), text: t('bucket.files') },
            ...open.map(each => ({ address: bucketPageAddress(bucket, each.tab), text: t(each.text) })),
          ]}
        />
      </chakra.div>
      <shown.Tab key={bucket} bucket={bucket} />
    </Page>
  )
}

function ToBuckets() {
  const t = useText()
  return (
    <Anchor
      href="/bucket-management"
      display="inline-flex"
      alignItems="center"
      gap="1"
      textStyle="small"
      color="fg.muted"
      _hover={{ color: 'fg' }}
      _icon={{ boxSize: '16px' }}
    >
      <ChevronLeft aria-hidden="true" />
      {t('buckets.title')}
    </Anchor>
  )
}
