import { chakra } from '@chakra-ui/react'
import { mayCall } from '../../../../domain/permissions.ts'
import type { BucketAcl } from '../../../../openapi/schema.ts'
import { useText } from '../../../i18n/text.ts'
import { useUser } from '../../../session/flow.ts'
import { FailureState } from '../../../ui/failure-state.tsx'
import { Section } from '../../../ui/section.tsx'
import { LinkForm } from '../../dialogs/link-form.tsx'
import { useAcl } from '../../use-acl.ts'
import { SettingSkeleton } from '../setting/setting-skeleton.tsx'
import { OpenToAll } from './open-to-all.tsx'
import { useOpenFiles } from './use-open-files.ts'
import { WhoReads } from './who-reads.tsx'

/** Who can read a bucket without signing in, and links to its files. */
export default function SharingTab({ bucket }: { bucket: string }) {
  const t = useText()
  const user = useUser()
  const { data, error, isFetching, refetch } = useAcl(bucket)
  if (!data && !error) return <SettingSkeleton />
  return (
    <chakra.div display="flex" flexDirection="column" gap={{ base: '4', sm: '6' }}>
      {data ? (
        <ReadByAll bucket={bucket} acl={data} />
      ) : (
        error && (
          <FailureState
            title={t('bucket.failed')}
            failure={error.failure}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        )
      )}
      {mayCall(user, 'generateUrl') && error?.failure.code !== 'BUCKET_NOT_FOUND' && (
        <Section title={t('sharing.link.section')} lead={t('sharing.link.lead')}>
          <LinkForm bucket={bucket} />
        </Section>
      )}
    </chakra.div>
  )
}

function ReadByAll({ bucket, acl }: { bucket: string; acl: BucketAcl }) {
  const flow = useOpenFiles(bucket, acl)
  return (
    <>
      <WhoReads bucket={bucket} acl={{ ...acl, open_files: flow.open }} />
      <OpenToAll bucket={bucket} acl={acl} flow={flow} />
    </>
  )
}
