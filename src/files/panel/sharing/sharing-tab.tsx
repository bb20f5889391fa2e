import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { isFolder } from '../../../../domain/copy-target.ts'
import { nameOf } from '../../../../domain/object-key.ts'
import { mayCall } from '../../../../domain/permissions.ts'
import type { Acl } from '../../../../openapi/schema.ts'
import { LinkForm } from '../../../buckets/dialogs/link-form.tsx'
import { useText } from '../../../i18n/text.ts'
import { useUser } from '../../../session/flow.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { CopyValue } from '../../../ui/copy.tsx'
import { lazyDialog } from '../../../ui/lazy.tsx'
import { Read } from '../../../ui/read.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StillPublic } from '../../dialogs/acl-facts.tsx'
import { useObjectAcl } from '../queries.ts'
import type { ObjectTabProps } from '../tabs.ts'
import { Shares } from './shares.tsx'

const FileAclDialog = lazyDialog(() => import('../../dialogs/file-acl-dialog.tsx'))

/** The ACL of a file with its public address, and temporary links. */
export default function SharingTab({ bucket, path }: ObjectTabProps) {
  const t = useText()
  const user = useUser()
  const [newAcl, setNewAcl] = useState<Acl | null>(null)
  const mayChange = mayCall(user, 'putObjectAcl')
  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="6">
      <Read
        of={useObjectAcl(bucket, path)}
        failed="object.accessFailed"
        compact
        skeleton={<Skeleton width="60%" />}
      >
        {({ acl, public_by, url }) => (
          <chakra.section aria-label={t('object.access')} display="grid" gap="3">
            <chakra.div display="flex" alignItems="center" justifyContent="space-between" gap="3">
              <Chip tone={acl === 'public' ? 'warning' : 'plain'}>{t(`files.acl.${acl}`)}</Chip>
              {mayChange && (
                <Button size="sm" onClick={() => setNewAcl(acl === 'public' ? 'private' : 'public')}>
                  {t(acl === 'public' ? 'sharing.private.do' : 'sharing.public.do')}
                </Button>
              )}
            </chakra.div>
            <p>{t(acl === 'public' ? 'object.everyone' : 'object.nobody')}</p>
            <StillPublic bucket={bucket} by={public_by} />
            {acl === 'public' && <CopyValue label={t('sharing.address')} value={url} />}
          </chakra.section>
        )}
      </Read>
      {mayCall(user, 'createShare') && !isFolder(path) && <Shares bucket={bucket} path={path} />}
      {mayCall(user, 'generateUrl') && (
        <chakra.section aria-label={t('files.link')}>
          <chakra.h3 textStyle="label" color="fg.muted" mb="3">
            {t('files.link')}
          </chakra.h3>
          <LinkForm bucket={bucket} file={path} />
        </chakra.section>
      )}
      {newAcl && (
        <FileAclDialog
          bucket={bucket}
          item={{ key: path, name: nameOf(path) }}
          to={newAcl}
          onClose={() => setNewAcl(null)}
        />
      )}
    </chakra.div>
  )
}
