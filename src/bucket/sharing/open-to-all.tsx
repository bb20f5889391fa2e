import { chakra } from '@chakra-ui/react'
import type { BucketAcl } from '../../../openapi/schema.ts'
import { useText } from '../../i18n/text.ts'
import { CopyValue } from '../../ui/copy-value.tsx'
import { Section } from '../../ui/section.tsx'

/** What can be opened without signing in, with its addresses. */
export function OpenToAll({ acl }: { acl: BucketAcl }) {
  const t = useText()
  const { files, checked, all } = acl.open_files
  if (acl.acl === 'private' && files.length === 0) return null
  return (
    <Section title={t('sharing.open.title')}>
      <chakra.div display="flex" flexDirection="column" gap="4">
        {acl.acl === 'public' && (
          <CopyValue label={t('sharing.address')} value={acl.url} note={t('sharing.addressNote')} />
        )}
        {files.map(({ key, url }) => (
          <CopyValue key={key} label={key} value={url} />
        ))}
        {files.length > 0 && !all && (
          <chakra.p textStyle="small" color="fg.muted">
            {t('sharing.open.checked', { count: checked })}
          </chakra.p>
        )}
      </chakra.div>
    </Section>
  )
}
