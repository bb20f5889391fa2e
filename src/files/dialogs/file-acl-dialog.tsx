import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hasChanged } from '../../../machines/failure.ts'
import type { Acl, ObjectItem } from '../../../openapi/schema.ts'
import { api } from '../../api/client.ts'
import { read } from '../../api/query.ts'
import { result } from '../../api/result.ts'
import { Lines, NoScripts } from '../../buckets/dialogs/public-facts.tsx'
import { ActDialog } from '../../forms/act-dialog.tsx'
import { useText } from '../../i18n/text.ts'
import { showToast } from '../../shell/toast.ts'
import { Notice } from '../../ui/notice.tsx'
import { nameOfItem } from '../item-parts.tsx'
import { Address, EarlierVersions, Facts, isPage, StillPublic } from './acl-facts.tsx'

type Props = { bucket: string; item: Pick<ObjectItem, 'key' | 'name'>; to: Acl; onClose: () => void }

/** Makes a file public or private, and explains the effect first. */
export default function FileAclDialog({ bucket, item, to, onClose }: Props) {
  const t = useText()
  const { key: path } = item
  const name = nameOfItem(t, { ...item, type: 'file' })
  const acl = useQuery({ ...read('/objects/acl', { query: { bucket, path } }), gcTime: 0 })
  const { data } = acl
  /** Another user changed it after the dialog opened. */
  const [changed, setChanged] = useState(false)

  async function send() {
    if (!data) return null
    const body = { bucket, path, acl: to, revision: data.revision }
    const outcome = await result(api.PUT('/objects/acl', { body }))
    if (hasChanged(outcome)) setChanged(true)
    return outcome
  }

  return (
    <ActDialog
      title={t(`files.${to}.title`, { count: 1, name })}
      lead={t(to === 'public' ? 'sharing.public.lead' : 'files.private.lead')}
      action={t(changed ? 'common.retry' : `sharing.${to}.do`)}
      read={acl}
      send={send}
      onSent={({ acl }) => {
        if (acl !== to) showToast('files.staysPublic', { values: { name }, severity: 'warning' })
        else showToast(to === 'public' ? 'files.madePublic' : 'files.madePrivate', { values: { name } })
      }}
      onClose={onClose}
    >
      {!data ? null : to === 'private' ? (
        <Facts>
          <p>{t('files.private.links')}</p>
          <EarlierVersions bucket={bucket} />
          <StillPublic bucket={bucket} by={data.public_by} />
        </Facts>
      ) : data.blocked ? (
        <Notice severity="warning">{t('error.PUBLIC_ACCESS_BLOCKED')}</Notice>
      ) : (
        <Facts>
          <Lines>
            <li>{t('files.public.until')}</li>
            <li>{t('sharing.public.search')}</li>
            {isPage(path) && <NoScripts />}
          </Lines>
          <p>{t('sharing.public.at')}</p>
          <Address>{data.url}</Address>
        </Facts>
      )}
    </ActDialog>
  )
}
