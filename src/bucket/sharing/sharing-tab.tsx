import { chakra } from '@chakra-ui/react'
import { mayCall } from '../../../domain/permissions.ts'
import type { BucketAcl } from '../../../openapi/schema.ts'
import { LinkForm } from '../../buckets/link-form.tsx'
import { useAcl } from '../../buckets/use-acl.ts'
import { useText } from '../../i18n/text.ts'
import { useUser } from '../../session/provider.ts'
import { FailureState } from '../../ui/failure-state.tsx'
import { Section } from '../../ui/section.tsx'
import { SettingSkeleton } from '../setting/setting-skeleton.tsx'
import { OpenToAll } from './open-to-all.tsx'
import { useOpenFiles } from './use-open-files.ts'
import { WhoReads } from './who-reads.tsx'

/** Who can read a bucket without signing in, and links to its files. */
export default function SharingTab({ bucket }: { bucket: string }) {
  const t = useText()
  const { data, error, isFetching, refetch } = useAcl(bucket)
  if (!data) {
    return error ? (
      <FailureState
        title={t('bucket.failed')}
        failure={error.failure}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    ) : (
      <SettingSkeleton />
    )
  }
  return <Sharing bucket={bucket} acl={data} />
}

function Sharing({ bucket, acl }: { bucket: string; acl: BucketAcl }) {
  const t = useText()
  const user = useUser()
  const flow = useOpenFiles(bucket, acl)
  return (
    <chakra.div display="flex" flexDirection="column" gap={{ base: '4', sm: '6' }}>
      <WhoReads bucket={bucket} acl={{ ...acl, open_files: flow.open }} />
      <OpenToAll bucket={bucket} acl={acl} flow={flow} />
      {mayCall(user, 'generateUrl') && (
        <Section title={t('sharing.link.section')} lead={t('sharing.link.lead')}>
          <LinkForm bucket={bucket} />
        </Section>
      )}
    </chakra.div>
  )
}
