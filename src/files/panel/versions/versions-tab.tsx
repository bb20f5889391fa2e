import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { mayCall } from '../../../../domain/permissions.ts'
import { previewTexts } from '../../../../languages/screen-texts.ts'
import type { VersionItem } from '../../../../openapi/schema.ts'
import { bucketPageAddress } from '../../../buckets/addresses.ts'
import { useVersioning } from '../../../buckets/queries.ts'
import { useText, withMessages } from '../../../i18n/text.ts'
import { useUser } from '../../../session/flow.ts'
import { Anchor } from '../../../ui/anchor.tsx'
import { lazyDialog } from '../../../ui/lazy.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { NextPage, Read } from '../../../ui/read.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useVersions } from '../queries.ts'
import type { ObjectTabProps } from '../tabs.ts'
import { useVersionTimes } from './use-version-times.ts'
import { VersionRow } from './version-row.tsx'

const DeleteVersionDialog = lazyDialog(() => import('./delete-version-dialog.tsx'))
const VersionPreview = lazyDialog(() => withMessages(import('./version-preview.tsx'), previewTexts))

const none: readonly VersionItem[] = []

type OpenDialog = { about: 'delete' | 'preview'; version: VersionItem } | null

export default function VersionsTab({ bucket, path }: ObjectTabProps) {
  const t = useText()
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const query = useVersions(bucket, path)
  const versions = query.data ?? none
  const times = useVersionTimes(versions)
  const stored = versions.filter(each => !each.delete_marker)
  return (
    <chakra.div display="flex" flexDirection="column" gap="4">
      <Versioning bucket={bucket} />
      <Read of={query} failed="version.failed" compact skeleton={<Loading />}>
        {versions =>
          versions.length === 0 ? (
            <chakra.p color="fg.muted">{t('version.none')}</chakra.p>
          ) : (
            <chakra.ol aria-label={t('version.list')} listStyleType="none">
              {versions.map(version => (
                <VersionRow
                  key={version.version_id}
                  bucket={bucket}
                  version={version}
                  time={times.get(version.version_id) ?? version.version_id}
                  onDelete={() => setDialog({ about: 'delete', version })}
                  onPreview={() => setDialog({ about: 'preview', version })}
                />
              ))}
            </chakra.ol>
          )
        }
      </Read>
      <NextPage of={query} failed="version.failed" more={t('version.more')} size="sm" />
      {dialog?.about === 'delete' && (
        <DeleteVersionDialog
          bucket={bucket}
          version={dialog.version}
          time={times.get(dialog.version.version_id) ?? dialog.version.version_id}
          only={stored.length === 1 && !query.hasNextPage}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog?.about === 'preview' && (
        <VersionPreview bucket={bucket} version={dialog.version} onClose={() => setDialog(null)} />
      )}
    </chakra.div>
  )
}

function Loading() {
  return (
    <chakra.div display="grid" gap="3" aria-busy="true">
      <Skeleton width="60%" />
      <Skeleton width="40%" />
    </chakra.div>
  )
}

/** A notice when the bucket keeps no versions, or no new ones. */
function Versioning({ bucket }: { bucket: string }) {
  const t = useText()
  const user = useUser()
  const versioning = useVersioning(bucket)
  if (versioning !== 'off' && versioning !== 'suspended') return null
  return (
    <Notice severity="info">
      <p>{t(`version.${versioning}`)}</p>
      {mayCall(user, 'getBucketVersioning') && (
        <Anchor href={bucketPageAddress(bucket, 'versions')} color="fg.accent" mt="1">
          {t('version.toSetting')}
        </Anchor>
      )}
    </Notice>
  )
}
