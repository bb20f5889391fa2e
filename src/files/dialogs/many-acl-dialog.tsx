import { Fragment } from 'react'
import { nameOf } from '../../../domain/object-key.ts'
import { mayCall } from '../../../domain/permissions.ts'
import type { Acl } from '../../../openapi/schema.ts'
import { api } from '../../api/client.ts'
import { result } from '../../api/result.ts'
import { Lines, NoScripts } from '../../buckets/dialogs/public-facts.tsx'
import { useAcl } from '../../buckets/queries.ts'
import { ActDialog } from '../../forms/act-dialog.tsx'
import { useText } from '../../i18n/text.ts'
import { followJob } from '../../jobs/followed-jobs.ts'
import { useUser } from '../../session/flow.ts'
import { NameList } from '../../ui/name-text.tsx'
import { nameOfItem } from '../item-parts.tsx'
import { type Part, useEachPart } from '../parts.ts'
import { Address, EarlierVersions, Facts, isPage, StillPublic } from './acl-facts.tsx'

const parentOf = (key: string) => key.slice(0, key.length - nameOf(key).length)

type Props = { parts: readonly Part[]; to: Acl; onClose: () => void }

/** Makes files and the contents of folders public or private by a job, and explains the effect first. */
export default function ManyAclDialog({ parts, to, onClose }: Props) {
  const t = useText()
  const user = useUser()
  const items = parts.flatMap(part => part.items)
  const folders = items.filter(({ type }) => type === 'folder')
  const one = items.length === 1 && folders[0]
  const lead = one ? 'files.private.folderLead' : 'files.private.manyLead'
  const send = useEachPart(parts, async ({ bucket, items }) => {
    const body = { bucket, keys: items.map(({ key }) => key), acl: to }
    const outcome = await result(api.PUT('/objects/acl/many', { body }))
    if (outcome.ok) followJob(user.id, outcome.data.id)
    return outcome
  })
  return (
    <ActDialog
      title={t(`files.${to}.title`, { count: items.length, name: items[0] ? nameOfItem(t, items[0]) : '' })}
      lead={t(to === 'public' ? 'sharing.public.lead' : lead)}
      action={t(`sharing.${to}.do`)}
      send={send}
      onSent={() => undefined}
      onClose={onClose}
    >
      <Facts>
        {items.length > 1 && <NameList names={items.map(item => item.name)} />}
        <Lines>
          {to === 'public' && <li>{t(one ? 'files.public.folder' : 'files.public.many')}</li>}
          {folders.length > 0 && !one && <li>{t('files.public.folders')}</li>}
          <li>{t(to === 'public' ? 'sharing.public.search' : 'files.private.links')}</li>
          {to === 'public' && (folders.length > 0 || items.some(({ key }) => isPage(key))) && <NoScripts />}
        </Lines>
        {parts.map(({ bucket, items: [first] }) => (
          <Fragment key={bucket}>
            {to === 'private' && <EarlierVersions bucket={bucket} />}
            {mayCall(user, 'getBucketAcl') && (
              <OfBucket bucket={bucket} to={to} below={one ? one.key : parentOf(first?.key ?? '')} />
            )}
          </Fragment>
        ))}
      </Facts>
    </ActDialog>
  )
}

/** `below`: the folder whose contents are made public. */
function OfBucket({ bucket, to, below }: { bucket: string; to: Acl; below: string }) {
  const t = useText()
  const { data } = useAcl(bucket)
  if (!data) return null
  if (to === 'private') return <StillPublic bucket={bucket} by={data.public_by} />
  return (
    <>
      <p>{t('files.public.below')}</p>
      <Address>{data.url + below.split('/').map(encodeURIComponent).join('/')}</Address>
    </>
  )
}
