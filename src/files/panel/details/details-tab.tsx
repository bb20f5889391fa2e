import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { headerNames } from '../../../../domain/object-details.ts'
import { staysAsPrevious } from '../../../../domain/object-expiry.ts'
import { bareName } from '../../../../domain/object-key.ts'
import { mayCall } from '../../../../domain/permissions.ts'
import { thumbnailType } from '../../../../domain/thumbnail.ts'
import type { ObjectDetails } from '../../../../openapi/schema.ts'
import { read } from '../../../api/query.ts'
import { bucketPageAddress } from '../../../buckets/addresses.ts'
import { useRuleText } from '../../../buckets/page/lifecycle/rule-text.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useText } from '../../../i18n/text.ts'
import { useUser } from '../../../session/flow.ts'
import { Anchor } from '../../../ui/anchor.tsx'
import { Button } from '../../../ui/button.tsx'
import { FailureNotice } from '../../../ui/failure.tsx'
import { FileIcon } from '../../../ui/file-icon.tsx'
import { lazyDialog } from '../../../ui/lazy.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Read } from '../../../ui/read.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Thumbnail } from '../../list/thumbnail.tsx'
import { LockSection } from '../lock/lock-section.tsx'
import type { ObjectTabProps } from '../tabs.ts'
import { Addresses } from './address-facts.tsx'
import { Facts } from './facts.tsx'
import { FolderContents } from './folder-contents.tsx'

const DetailsDialog = lazyDialog(() => import('./details-dialog.tsx'))
const TagsDialog = lazyDialog(() => import('./tags-dialog.tsx'))

/** The details of a file, or the contents of a folder, and its addresses. */
export default function DetailsTab({ bucket, path, type }: ObjectTabProps) {
  return (
    <chakra.div display="grid" gap="6">
      {type === 'folder' ? (
        <FolderContents bucket={bucket} path={path} />
      ) : (
        <>
          <FileDetails bucket={bucket} path={path} />
          <LockSection bucket={bucket} path={path} />
        </>
      )}
      <Addresses bucket={bucket} path={path} type={type} />
    </chakra.div>
  )
}

type FileProps = Omit<ObjectTabProps, 'type'>

type Editing = 'details' | 'tags' | null

function FileDetails({ bucket, path }: FileProps) {
  const query = useQuery(read('/objects/details', { query: { bucket, path } }))
  const [editing, setEditing] = useState<Editing>(null)
  const gone = (
    <FailureNotice failure={{ ok: false, code: 'OBJECT_NOT_FOUND' }} onRetry={() => void query.refetch()} />
  )
  // A file that is gone has no details; an open editor stays.
  const instead = editing === null ? { OBJECT_NOT_FOUND: gone } : {}
  return (
    <Read of={query} compact skeleton={<DetailsSkeleton />} instead={instead}>
      {details => (
        <Details bucket={bucket} path={path} details={details} editing={editing} onEdit={setEditing} />
      )}
    </Read>
  )
}

type DetailsProps = FileProps & {
  details: ObjectDetails
  editing: Editing
  onEdit: (editing: Editing) => void
}

function Details({ bucket, path, details, editing, onEdit }: DetailsProps) {
  const t = useText()
  const user = useUser()
  const headers = [
    ...Object.entries(headerNames).map(([name, label]) => ({
      label,
      value: details.headers[name as keyof typeof headerNames],
    })),
    { label: 'Expires', value: details.expires ?? '' },
  ].filter(({ value }) => value !== '')
  return (
    <>
      <ThumbnailPreview bucket={bucket} path={path} details={details} />
      <StorageFacts details={details} />
      <Expiry bucket={bucket} details={details} />
      <Facts
        title={t('object.headers')}
        facts={headers}
        none={t('object.none')}
        action={
          mayCall(user, 'changeObjectDetails') && (
            <Button size="sm" onClick={() => onEdit('details')}>
              {t('object.edit')}
            </Button>
          )
        }
      />
      <Facts
        title={t('object.metadata')}
        facts={details.metadata.map(({ name, value }) => ({ label: name, value }))}
        none={t('object.none')}
      />
      <Facts
        title={t('object.tags')}
        facts={details.tags.map(({ key, value }) => ({ label: key, value }))}
        none={t('object.none')}
        action={
          mayCall(user, 'putObjectTags') && (
            <Button size="sm" onClick={() => onEdit('tags')}>
              {t('object.editTags')}
            </Button>
          )
        }
      />
      {editing === 'details' && (
        <DetailsDialog bucket={bucket} path={path} details={details} onClose={() => onEdit(null)} />
      )}
      {editing === 'tags' && <TagsDialog bucket={bucket} path={path} onClose={() => onEdit(null)} />}
    </>
  )
}

function ThumbnailPreview({ bucket, path, details }: FileProps & { details: ObjectDetails }) {
  if (thumbnailType(path, details.size) === null) return null
  return (
    <chakra.div h="200px" p="2" borderRadius="lg" bg="bg.muted" color="fg.subtle" _icon={{ boxSize: '48px' }}>
      <Thumbnail bucket={bucket} file={{ key: path, ...details }} whole>
        <FileIcon name={bareName(path)} />
      </Thumbnail>
    </chakra.div>
  )
}

function StorageFacts({ details }: { details: ObjectDetails }) {
  const t = useText()
  const format = useFormats()
  const { size, last_modified, version_id, encryption } = details
  const facts = [
    {
      label: t('files.size'),
      value: String(size),
      shown: size < 1024 ? format.bytes(size) : t('object.bytes', { size: format.bytes(size), count: size }),
    },
    ...(last_modified === null
      ? []
      : [
          {
            label: t('files.modified'),
            value: new Date(last_modified * 1000).toISOString(),
            shown: format.dateTime(last_modified),
          },
        ]),
    { label: t('files.class'), value: details.storage_class },
    { label: 'ETag', value: details.etag },
    ...details.checksums.map(({ algorithm, value, of_parts }) => ({
      label: algorithm,
      value,
      shown: of_parts ? t('object.ofParts', { value }) : value,
    })),
    ...(encryption === null ? [] : [{ label: t('object.encryption'), value: encryption }]),
    ...(version_id === null ? [] : [{ label: t('object.version'), value: version_id }]),
  ]
  return <Facts title={t('object.stored')} facts={facts} />
}

function DetailsSkeleton() {
  const t = useText()
  return (
    <chakra.div role="status" aria-busy="true" aria-label={t('common.loading')} display="grid" gap="5" py="2">
      {['64%', '80%', '52%', '72%', '40%'].map(width => (
        <Skeleton key={width} width={width} />
      ))}
    </chakra.div>
  )
}

/** When a lifecycle rule deletes the file, and which one; nothing without such a rule. */
function Expiry({ bucket, details }: { bucket: string; details: ObjectDetails }) {
  const t = useText()
  const format = useFormats()
  const user = useUser()
  const textOf = useRuleText()
  const { expiry } = details
  if (!expiry) return null
  const ruleText = textOf({ ...expiry.rule, previous_days: null, abort_days: null }).join(' ')
  return (
    <Notice severity="info">
      <p>{t('object.expiry', { time: format.dateTime(expiry.at) })}</p>
      <chakra.p color="fg.muted">{ruleText}</chakra.p>
      {staysAsPrevious(details) && <p>{t('object.expiryKeeps')}</p>}
      {mayCall(user, 'getBucketLifecycle') && (
        <Anchor href={bucketPageAddress(bucket, 'lifecycle')} color="fg.accent" mt="1">
          {t('object.expiryRules')}
        </Anchor>
      )}
    </Notice>
  )
}
