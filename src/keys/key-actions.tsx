import { CircleCheck, CircleSlash, FolderLock, Trash2 } from 'lucide-react'
import { expiryOf } from '../../domain/expiry.ts'
import type { AccessKey } from '../../openapi/schema.ts'
import { useText } from '../i18n/text.ts'
import { ItemMenu } from '../ui/action-menu.tsx'

export type KeyEvents = {
  enable: (key: AccessKey, enabled: boolean) => void
  change: (key: AccessKey) => void
  remove: (key: AccessKey) => void
}

export function KeyActions({ accessKey, events }: { accessKey: AccessKey; events: KeyEvents }) {
  const t = useText()
  const { name, enabled, expire_date } = accessKey
  const { kind } = expiryOf(expire_date, Date.now() / 1000)
  return (
    <ItemMenu
      name={name}
      size="sm"
      actions={[
        {
          id: 'change',
          label: t('keys.change'),
          icon: <FolderLock />,
          run: () => events.change(accessKey),
        },
        ...(enabled || kind !== 'over'
          ? [
              {
                id: 'enable',
                label: t(enabled ? 'keys.disable' : 'keys.enable'),
                icon: enabled ? <CircleSlash /> : <CircleCheck />,
                run: () => events.enable(accessKey, !enabled),
              },
            ]
          : []),
        null,
        {
          id: 'delete',
          label: t('common.delete'),
          icon: <Trash2 />,
          danger: true,
          run: () => events.remove(accessKey),
        },
      ]}
    />
  )
}
