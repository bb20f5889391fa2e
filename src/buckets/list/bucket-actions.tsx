import { EllipsisVertical } from 'lucide-react'
import { useText } from '../../i18n/text.ts'
import { ActionMenu, type MenuAction } from '../../ui/action-menu.tsx'
import { IconButton } from '../../ui/icon-button.tsx'

export function BucketActions({ name, actions }: { name: string; actions: readonly (MenuAction | null)[] }) {
  const t = useText()
  return (
    <ActionMenu
      title={name}
      trigger={
        <IconButton size="sm" label={t('common.actionsFor', { name })}>
          <EllipsisVertical />
        </IconButton>
      }
      actions={actions}
    />
  )
}
