import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import type { BucketAcl } from '../../../../openapi/schema.ts'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyValue } from '../../../ui/copy.tsx'
import { FailureNotice } from '../../../ui/failure.tsx'
import { Section } from '../../../ui/section.tsx'
import { useBuckets } from '../../queries.ts'
import type { OpenFilesFlow } from './use-open-files.ts'

/** Addresses shown at once. */
const atOnce = 50

type Props = { bucket: string; acl: BucketAcl; flow: OpenFilesFlow }

/** Files that are public, with their addresses. */
export function OpenToAll({ bucket, acl, flow }: Props) {
  const t = useText()
  const { open, running, failure, goOn, stop } = flow
  const { files, checked } = open
  const all = open.next === null
  const { data: buckets } = useBuckets()
  const [shown, setShown] = useState(atOnce)
  if (acl.acl === 'private' && files.length === 0 && acl.open_files.next === null) return null
  const total = buckets?.find(({ name }) => name === bucket)?.objects ?? 0
  return (
    <Section title={t('sharing.open.title')}>
      <chakra.div display="flex" flexDirection="column" gap="4">
        {acl.acl === 'public' && (
          <CopyValue label={t('sharing.address')} value={acl.url} note={t('sharing.addressNote')} />
        )}
        {files.slice(0, shown).map(({ key, url }) => (
          <CopyValue key={key} label={key} value={url} />
        ))}
        {files.length > shown && (
          <div>
            <Button size="sm" onClick={() => setShown(shown + atOnce)}>
              {t('sharing.open.more', { count: files.length - shown })}
            </Button>
          </div>
        )}
        {(files.length > 0 || acl.open_files.next !== null) && (
          <chakra.p role="status" textStyle="small" color="fg.muted" textWrap="pretty">
            {t('sharing.open.found', { count: files.length })}{' '}
            {all
              ? t('sharing.open.all', { count: checked })
              : total > checked
                ? t('sharing.open.checkedOf', { count: checked, total })
                : t('sharing.open.checked', { count: checked })}
          </chakra.p>
        )}
        <FailureNotice failure={failure} />
        {!all && (
          <div>
            {running ? (
              <Button size="sm" onClick={stop}>
                {t('sharing.open.stop')}
              </Button>
            ) : (
              <Button size="sm" onClick={goOn}>
                {t('sharing.open.goOn')}
              </Button>
            )}
          </div>
        )}
      </chakra.div>
    </Section>
  )
}
