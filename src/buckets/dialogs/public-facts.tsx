import { chakra } from '@chakra-ui/react'
import { policyReasons } from '../../../domain/bucket-acl.ts'
import type { Acl, BucketAcl, PublicBy } from '../../../openapi/schema.ts'
import { type Text, useText } from '../../i18n/text.ts'
import { useStorageKind } from '../../session/storage-kind.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { Notice } from '../../ui/notice.tsx'
import { bucketPageAddress } from '../addresses.ts'

const grants = ['READ', 'WRITE', 'READ_ACP', 'WRITE_ACP', 'FULL_CONTROL'] as const

export function reasonText(t: Text, { by, name, conditional }: PublicBy): string {
  if (by === 'console') return t('sharing.by.console')
  if (by === 'policy') return t(conditional ? 'sharing.by.conditional' : 'sharing.by.policy', { name })
  const grant = grants.find(each => each === name)
  return t(`sharing.by.acl.${grant ?? 'READ'}`)
}

export const Lines = chakra('ul', {
  base: { listStyleType: 'disc', ps: '5', display: 'flex', flexDirection: 'column', gap: '1' },
})

/** Explains that public pages run no scripts: the embedded engine serves all customers from one origin. */
export function NoScripts() {
  const t = useText()
  return useStorageKind() === 'embedded' ? <li>{t('sharing.public.noScripts')}</li> : null
}

/** What makes a bucket public, a line each. */
function PublicReasons({ by }: { by: readonly PublicBy[] }) {
  const t = useText()
  return (
    <Lines>
      {by.map(each => (
        <li key={each.by + each.name}>{reasonText(t, each)}</li>
      ))}
    </Lines>
  )
}

export function Access({ acl, by }: { acl: Acl; by: readonly PublicBy[] }) {
  const t = useText()
  if (acl === 'private') return <p>{t('sharing.isPrivate')}</p>
  return (
    <div>
      <chakra.p mb="2">{t('sharing.isPublic')}</chakra.p>
      <PublicReasons by={by} />
    </div>
  )
}

/** What stays public in a bucket that is made private, or is private. Renders nothing otherwise. */
export function StaysOpen({ bucket, acl }: { bucket: string; acl: BucketAcl }) {
  const t = useText()
  const statements = policyReasons(acl.public_by)
  const files = acl.open_files.files.length
  if (statements.length === 0 && files === 0) return null
  return (
    <Notice severity="warning">
      {statements.length > 0 && (
        <p>
          {t('sharing.policyStays', { names: statements.map(({ name }) => name).join(', ') })}{' '}
          <Anchor href={bucketPageAddress(bucket, 'policy')} color="fg.accent">
            {t('bucket.tab.policy')}
          </Anchor>
        </p>
      )}
      {files > 0 && (
        <p>
          {t(acl.open_files.next === null ? 'sharing.filesStay' : 'sharing.filesStayAtLeast', {
            count: files,
          })}
        </p>
      )}
    </Notice>
  )
}
