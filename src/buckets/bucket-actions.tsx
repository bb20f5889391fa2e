import { EllipsisVertical, Eraser, FolderOpen, Trash2 } from 'lucide-react'
import { useLocation } from 'wouter'
import type { Bucket } from '../../openapi/schema.ts'
import { useText } from '../i18n/text.ts'
import { ActionMenu } from '../ui/action-menu.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { bucketAddress } from './address.ts'

/** Opens the dialog about a bucket. */
export type AskAbout = (about: 'format' | 'delete', bucket: Bucket) => void

/** What can be done with one bucket. `onAsk`: null for who may not change buckets. */
export function BucketActions({ bucket, onAsk }: { bucket: Bucket; onAsk: AskAbout | null }) {
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
        ...(onAsk
          ? [
              null,
              {
                id: 'format',
                label: t('buckets.format'),
                icon: <Eraser />,
                danger: true,
                run: () => onAsk('format', bucket),
              },
              {
                id: 'delete',
                label: t('common.delete'),
                icon: <Trash2 />,
                danger: true,
                run: () => onAsk('delete', bucket),
              },
            ]
          : []),
      ]}
    />
  )
}
