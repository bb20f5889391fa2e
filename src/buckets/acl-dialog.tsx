import { chakra } from '@chakra-ui/react'
import type { Acl, BucketAcl } from '../../openapi/schema.ts'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'
import { ActDialog } from '../forms/act-dialog.tsx'
import { useFormats } from '../i18n/formats.ts'
import { useText } from '../i18n/text.ts'
import { showToast } from '../shell/shell.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Lines, StaysOpen } from './public-facts.tsx'
import { useAcl, useAclChanged } from './use-acl.ts'
import { useBuckets } from './use-buckets.ts'

type Props = { bucket: string; to: Acl; onClose: () => void }

/** Makes a bucket public or private, after saying what that means for it. */
export default function AclDialog({ bucket, to, onClose }: Props) {
  const t = useText()
  const { data, error } = useAcl(bucket)
  const changed = useAclChanged(bucket)

  async function send() {
    if (!data) return null
    const outcome = await result(
      api.PUT('/bucket/acl', { body: { bucket, acl: to, revision: data.revision } }),
    )
    if (!outcome.ok) void changed()
    return outcome
  }

  return (
    <ActDialog
      title={t(`sharing.${to}.title`, { name: bucket })}
      lead={t(`sharing.${to}.lead`)}
      action={t(`sharing.${to}.do`)}
      send={send}
      onSent={async () => {
        await changed()
        showToast('bucket.saved', { about: bucket })
      }}
      onClose={onClose}
    >
      <FailureNotice failure={error?.failure ?? null} />
      {data ? (
        to === 'public' ? (
          <WhatOpens bucket={bucket} acl={data} />
        ) : (
          <WhatCloses bucket={bucket} acl={data} />
        )
      ) : (
        <Skeleton width="80%" />
      )}
    </ActDialog>
  )
}

type FactsProps = { bucket: string; acl: BucketAcl }

function WhatOpens({ bucket, acl }: FactsProps) {
  const t = useText()
  const format = useFormats()
  const { data: buckets } = useBuckets()
  const { objects, size } = buckets?.find(({ name }) => name === bucket) ?? { objects: null, size: null }
  if (acl.blocked) return <Notice severity="warning">{t('error.PUBLIC_ACCESS_BLOCKED')}</Notice>
  return (
    <chakra.div display="flex" flexDirection="column" gap="3">
      <Lines>
        <li>
          {objects === null
            ? t('sharing.public.files')
            : t('sharing.public.counted', { count: objects, size: format.bytes(size ?? 0) })}
        </li>
        <li>{t('sharing.public.list')}</li>
        <li>{t('sharing.public.search')}</li>
      </Lines>
      <p>{t('sharing.public.at')}</p>
      <chakra.code fontFamily="mono" textStyle="small" overflowWrap="anywhere">
        {acl.url}
      </chakra.code>
    </chakra.div>
  )
}

function WhatCloses({ bucket, acl }: FactsProps) {
  const t = useText()
  return (
    <chakra.div display="flex" flexDirection="column" gap="3">
      <p>{t('sharing.private.links')}</p>
      <StaysOpen bucket={bucket} acl={acl} />
    </chakra.div>
  )
}
