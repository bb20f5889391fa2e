import { EllipsisVertical, FolderOpen, Trash2 } from 'lucide-react'
import { useLocation } from 'wouter'
import type { Bucket } from '../../openapi/schema.ts'
import { useText } from '../i18n/text.ts'
import { ActionMenu } from '../ui/action-menu.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { bucketAddress } from './address.ts'

/** What can be done with one bucket. */
export function BucketActions({
  bucket,
  onDelete,
}: {
  bucket: Bucket
  onDelete: ((bucket: Bucket) => void) | null
}) {
  const t = useText()
  const [, navigate] = useLocation()
  return (
    <ActionMenu
      title={bucket.name}
      trigger={
        <IconButton size="sm" label={t('common.actionsFor', { name: bucket.name })}>
          <EllipsisVertical />
        </IconButton>
      }
      actions={[
        {
          id: 'open',
          label: t('common.open'),
          icon: <FolderOpen />,
          run: () => navigate(bucketAddress(bucket.name)),
        },
        ...(onDelete
          ? [
              null,
              {
                id: 'delete',
                label: t('common.delete'),
                icon: <Trash2 />,
                danger: true,
                run: () => onDelete(bucket),
              },
            ]
          : []),
      ]}
    />
  )
}
