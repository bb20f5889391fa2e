import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { mayCall } from '../../../../domain/permissions.ts'
import type { BucketAcl } from '../../../../openapi/schema.ts'
import { useText } from '../../../i18n/text.ts'
import { useUser } from '../../../session/flow.ts'
import { Read } from '../../../ui/read.tsx'
import { Section } from '../../../ui/section.tsx'
import { LinkForm } from '../../dialogs/link-form.tsx'
import { useAcl } from '../../queries.ts'
import { SettingSkeleton } from '../skeletons.tsx'
import { OpenToAll, useOpenFiles } from './open-to-all.tsx'
import { WhoReads } from './who-reads.tsx'

/** Who can read a bucket without signing in, and links to its files. */
export default function SharingTab({ bucket }: { bucket: string }) {
  const t = useText()
  const user = useUser()
  const withLinks = (content: ReactElement) => (
    <chakra.div display="flex" flexDirection="column" gap={{ base: '4', sm: '6' }}>
      {content}
      {mayCall(user, 'generateUrl') && (
        <Section title={t('sharing.link.section')} lead={t('sharing.link.lead')}>
          <LinkForm bucket={bucket} />
        </Section>
      )}
    </chakra.div>
  )
  return (
    <Read
      of={useAcl(bucket)}
      failed="bucket.failed"
      skeleton={<SettingSkeleton />}
      frame={(failure, code) => (code === 'BUCKET_NOT_FOUND' ? failure : withLinks(failure))}
    >
      {acl => withLinks(<ReadByAll bucket={bucket} acl={acl} />)}
    </Read>
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
