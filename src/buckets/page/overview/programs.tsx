import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import type { BucketOverview } from '../../../../openapi/schema.ts'
import { useText } from '../../../i18n/text.ts'
import { Snippet } from '../../../keys/snippet.tsx'
import { bucketSnippets } from '../../../keys/snippets.ts'
import { Anchor } from '../../../ui/anchor.tsx'
import { CopyButton } from '../../../ui/copy.tsx'
import { Section } from '../../../ui/section.tsx'

/** How to connect programs to the bucket, with settings for some of them. */
export function Programs({ overview }: { overview: BucketOverview }) {
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
