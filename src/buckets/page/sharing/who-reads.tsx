import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { mayCall } from '../../../../domain/permissions.ts'
import type { Acl, BucketAcl } from '../../../../openapi/schema.ts'
import { useText } from '../../../i18n/text.ts'
import { useUser } from '../../../session/flow.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { lazyDialog, preloading } from '../../../ui/lazy.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Section } from '../../../ui/section.tsx'
import { Access, StaysOpen } from '../../dialogs/public-facts.tsx'

const AclDialog = lazyDialog(() => import('../../dialogs/acl-dialog.tsx'))

/** Whether a bucket is public, why, and a button to change it. */
export function WhoReads({ bucket, acl }: { bucket: string; acl: BucketAcl }) {
  const t = useText()
  const user = useUser()
  const [dialog, setDialog] = useState<Acl | null>(null)
  const isPublic = acl.acl === 'public'
  const mayChange = mayCall(user, 'putBucketAcl')
  const has = (by: BucketAcl['public_by'][number]['by']) => acl.public_by.some(each => each.by === by)
  return (
    <Section
      title={t('sharing.title')}
      action={
        <Chip tone={isPublic ? 'warning' : 'plain'}>
          {t(isPublic ? 'buckets.mark.public' : 'buckets.mark.private')}
        </Chip>
      }
    >
      <chakra.div display="flex" flexDirection="column" gap="4" maxW="prose">
        <Access acl={acl.acl} by={acl.public_by} />
        {!has('console') && <StaysOpen bucket={bucket} acl={acl} />}
        {!acl.acls && <Notice severity="info">{t('sharing.noAcls')}</Notice>}
        {acl.blocked && <Notice severity="info">{t('error.PUBLIC_ACCESS_BLOCKED')}</Notice>}
        {mayChange && (
          <chakra.div display="flex" flexWrap="wrap" gap="2">
            {!has('console') && !acl.blocked && (
              <Button {...preloading(AclDialog)} onClick={() => setDialog('public')}>
                {t(isPublic ? 'sharing.public.everything' : 'sharing.public.do')}
              </Button>
            )}
            {(has('console') || has('acl')) && (
              <Button {...preloading(AclDialog)} onClick={() => setDialog('private')}>
                {t('sharing.private.do')}
              </Button>
            )}
          </chakra.div>
        )}
      </chakra.div>
      {dialog && <AclDialog bucket={bucket} to={dialog} onClose={() => setDialog(null)} />}
    </Section>
  )
}
