import { chakra } from '@chakra-ui/react'
import { FolderOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BucketOverview } from '../../../../openapi/schema.ts'
import { useText } from '../../../i18n/text.ts'
import { Snippet } from '../../../keys/snippet.tsx'
import { bucketSnippets } from '../../../keys/snippets.ts'
import { Anchor } from '../../../ui/anchor.tsx'
import { CopyButton } from '../../../ui/copy.tsx'
import { LinkButton } from '../../../ui/links.tsx'
import { Read } from '../../../ui/read.tsx'
import { Section } from '../../../ui/section.tsx'
import { bucketAddress } from '../../addresses.ts'
import { Lines } from '../../dialogs/public-facts.tsx'
import { useOverview } from '../../queries.ts'
import { OverviewSkeleton } from '../skeletons.tsx'
import { Activity } from './activity.tsx'
import { SizeSection } from './size-section.tsx'
import { StateSection } from './state-section.tsx'
import { UploadsSection } from './uploads-section.tsx'

export default function OverviewTab({ bucket }: { bucket: string }) {
  return (
    <Read of={useOverview(bucket)} failed="bucket.failed" skeleton={<OverviewSkeleton />}>
      {overview => <Overview bucket={bucket} overview={overview} />}
    </Read>
  )
}

function Overview({ bucket, overview }: { bucket: string; overview: BucketOverview }) {
  const t = useText()
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' }}
      gap={{ base: '4', sm: '6' }}
      alignItems="start"
    >
      <Column>
        <SizeSection
          bucket={bucket}
          overview={overview}
          action={
            <LinkButton variant="main" to={bucketAddress(bucket)}>
              <FolderOpen aria-hidden="true" />
              {t('bucket.overview.open')}
            </LinkButton>
          }
        />
        {/* Of one column it is the last part but one. */}
        <chakra.div order={{ base: '1', lg: '0' }} minW="0">
          <Programs overview={overview} />
        </chakra.div>
      </Column>
      <Column>
        <StateSection overview={overview} />
        <UploadsSection overview={overview} />
        <Activity overview={overview} />
        <chakra.div order={{ base: '2', lg: '0' }} minW="0" _empty={{ display: 'none' }}>
          <Lacks lacks={overview.lacks} unread={overview.unread} />
        </chakra.div>
      </Column>
    </chakra.div>
  )
}

const Column = chakra('div', {
  base: {
    display: { base: 'contents', lg: 'flex' },
    flexDirection: 'column',
    gap: { base: '4', sm: '6' },
    minW: '0',
  },
})

/** Features that the storage lacks, so that the console does not offer them, and why. */
function Lacks({ lacks, unread }: Pick<BucketOverview, 'lacks' | 'unread'>) {
  const t = useText()
  const absent = unread.filter(({ why }) => why === 'absent')
  if (lacks.length + absent.length === 0) return null
  return (
    <Section title={t('bucket.overview.lacks')}>
      <Lines color="fg.muted" textStyle="small">
        {absent.map(({ part }) => (
          <li key={part}>{t(`bucket.overview.absent.${part}`)}</li>
        ))}
        {lacks.map(id => (
          <li key={id}>{t(`bucket.overview.lack.${id}`)}</li>
        ))}
      </Lines>
    </Section>
  )
}

/** How to connect programs to the bucket, with settings for some of them. */
function Programs({ overview }: { overview: BucketOverview }) {
  const t = useText()
  const { name, endpoint, virtual_endpoint, region } = overview
  return (
    <Section title={t('bucket.overview.programs')} lead={t('bucket.overview.programsLead')}>
      <chakra.dl display="flex" flexDirection="column" mb="5">
        <Value name={t('bucket.overview.endpoint')} value={endpoint} />
        {virtual_endpoint && <Value name={t('bucket.overview.virtual')} value={virtual_endpoint} />}
        <Value name={t('bucket.overview.region')} value={region} />
      </chakra.dl>
      <chakra.div display="flex" flexDirection="column" gap="4">
        {Object.entries(bucketSnippets({ bucket: name, endpoint, region })).map(([program, text]) => (
          <chakra.div key={program}>
            <chakra.h3 textStyle="label" mb="1.5">
              {program}
            </chakra.h3>
            <Snippet label={program} text={text} />
          </chakra.div>
        ))}
      </chakra.div>
      <chakra.p mt="4" textStyle="small" color="fg.muted" textWrap="pretty">
        {t('bucket.overview.keysHint')}{' '}
        <Anchor href="/security/keys" color="fg.accent" _hover={{ textDecoration: 'underline' }}>
          {t('bucket.overview.keysLink')}
        </Anchor>
      </chakra.p>
    </Section>
  )
}

function Value({ name, value }: { name: string; value: string }): ReactNode {
  const t = useText()
  return (
    <chakra.div display="flex" alignItems="center" gap="3" minH="10">
      <chakra.dt color="fg.muted" flexShrink="0" width={{ base: '96px', sm: '128px' }}>
        {name}
      </chakra.dt>
      <chakra.dd flex="1" minW="0" display="flex" alignItems="center" gap="1">
        <chakra.code fontFamily="mono" fontSize="sm" overflowWrap="anywhere" minW="0">
          {value}
        </chakra.code>
        <CopyButton value={value} label={t('keys.copy', { what: name })} />
      </chakra.dd>
    </chakra.div>
  )
}
