import type { ObjectItem } from '../../../openapi/schema.ts'
import { useText } from '../../i18n/text.ts'
import { useUser } from '../../session/flow.ts'
import { RowMenu } from '../../ui/action-menu.tsx'
import { NameText } from '../../ui/name-text.tsx'
import { nameOfItem } from '../item-parts.tsx'
import { type FileEvents, fileActions } from './file-actions.tsx'

export type OpenMenu = { items: readonly ObjectItem[]; at: { x: number; y: number } }

type Props = { open: boolean; menu: OpenMenu | null; events: FileEvents; onClose: () => void }

export default function FileMenu({ menu, events, onClose }: Props) {
  const t = useText()
  const user = useUser()
  const items = menu?.items ?? []
  const only = items.length === 1 ? items[0] : undefined
  return (
    <RowMenu
      at={menu?.at ?? null}
      title={only ? <NameText name={nameOfItem(t, only)} /> : t('files.selected', { count: items.length })}
      actions={menu ? fileActions(t, user, items, events) : []}
      onClose={onClose}
    />
  )
}
