import { chakra } from '@chakra-ui/react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { consoleGrant, isAlready, policyReasons } from '../../../domain/bucket-acl.ts'
import { hasChanged } from '../../../machines/failure.ts'
import type { Acl, BucketAcl } from '../../../openapi/schema.ts'
import { api } from '../../api/client.ts'
import { read } from '../../api/query.ts'
import { result } from '../../api/result.ts'
import { ActDialog } from '../../forms/act-dialog.tsx'
import { BothValues } from '../../forms/conflict.tsx'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/text.ts'
import { showToast } from '../../shell/toast.ts'
import { Notice } from '../../ui/notice.tsx'
import { useAcl, useBuckets } from '../queries.ts'

import { Access, Lines, NoScripts, StaysOpen } from './public-facts.tsx'

type Props = { bucket: string; to: Acl; onClose: () => void }

/** Makes a bucket public or private, and explains the effect first. */
export default function AclDialog({ bucket, to, onClose }: Props) {
  const t = useText()
  const client = useQueryClient()
  const acl = useAcl(bucket)
  const { data } = acl
  const opensMore = to === 'public' && data?.acl === 'public'
  /** Another user changed it after the dialog opened. */
  const [conflict, setConflict] = useState(false)
  const old = conflict && (acl.isFetching || acl.error !== null)

  async function send() {
    if (!data) return null
    const outcome = await result(
      api.PUT('/bucket/acl', { body: { bucket, acl: to, revision: data.revision } }),
    )
    if (!hasChanged(outcome)) return outcome
    const theirs = client.getQueryData(read('/bucket/acl', { query: { bucket } }).queryKey)
    if (theirs && isAlready(theirs, to)) return { ok: true as const, data: theirs }
    setConflict(true)
    return null
  }

  return (
    <ActDialog
      title={
        conflict
          ? t('conflict.title')
          : t(opensMore ? 'sharing.public.everythingTitle' : `sharing.${to}.title`, { name: bucket })
      }
      lead={t(conflict ? 'conflict.lead' : `sharing.${to}.lead`)}
      {...(conflict && { dismiss: t('conflict.take') })}
      action={t(opensMore ? 'sharing.public.everything' : `sharing.${to}.do`)}
      read={old ? { ...acl, data: undefined } : acl}
      send={send}
      onSent={() => {
        if (to === 'private' && policyReasons(data?.public_by ?? []).length > 0)
          showToast('sharing.private.stillPublic', { about: bucket, severity: 'warning' })
        else showToast('bucket.saved', { about: bucket })
      }}
      onClose={onClose}
    >
      {!data ? null : conflict ? (
        <>
          <BothValues
            theirs={<Access acl={data.acl} by={data.public_by} />}
            yours={<Access acl={to} by={[consoleGrant]} />}
          />
          {to === 'private' && <StaysOpen bucket={bucket} acl={data} />}
        </>
      ) : to === 'public' ? (
        <WhatOpens bucket={bucket} acl={data} />
      ) : (
        <WhatCloses bucket={bucket} acl={data} />
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
        <NoScripts />
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
