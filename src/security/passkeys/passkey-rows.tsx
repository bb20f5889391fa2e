import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { KeyRound, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { operations, Passkey } from '../../../openapi/schema.ts'
import { read } from '../../api/query.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/text.ts'
import { ItemMenu } from '../../ui/action-menu.tsx'
import { Button } from '../../ui/button.tsx'
import { lazyDialog } from '../../ui/lazy.tsx'
import { Read } from '../../ui/read.tsx'
import { SettingGroup, SettingRow, SettingRowsSkeleton } from '../setting-rows.tsx'
import { obstacleOf } from './obstacle.ts'

const AddPasskeyDialog = lazyDialog(() => import('./add-passkey-dialog.tsx'))
const RenamePasskeyDialog = lazyDialog(() => import('./rename-passkey-dialog.tsx'))
const RemovePasskeyDialog = lazyDialog(() => import('./remove-passkey-dialog.tsx'))

type Found = operations['listPasskeys']['responses'][200]['content']['application/json']
type OpenDialog = 'add' | { act: 'rename' | 'remove'; passkey: Passkey } | null

/** The user's passkeys, and where another one is added. */
export function PasskeyRows() {
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const close = () => setDialog(null)
  return (
    <>
      <Read
        of={useQuery(read('/user/passkeys'))}
        failed="passkeys.failed"
        skeleton={<SettingRowsSkeleton rows={1} />}
      >
        {found => <Passkeys found={found} onOpen={setDialog} />}
      </Read>
      {dialog === 'add' && <AddPasskeyDialog onClose={close} />}
      {dialog && dialog !== 'add' && dialog.act === 'rename' && (
        <RenamePasskeyDialog passkey={dialog.passkey} onClose={close} />
      )}
      {dialog && dialog !== 'add' && dialog.act === 'remove' && (
        <RemovePasskeyDialog passkey={dialog.passkey} onClose={close} />
      )}
    </>
  )
}

function Passkeys({ found, onOpen }: { found: Found; onOpen: (dialog: OpenDialog) => void }) {
  const t = useText()
  const { passkeys } = found
  const obstacle = obstacleOf(found.obstacle)
  const lead = passkeys.length === 0 ? 'passkeys.noneLead' : 'passkeys.moreLead'
  return (
    <SettingGroup title={t('passkeys.title')} lead={t('passkeys.lead')}>
      {passkeys.map(passkey => (
        <SettingRow
          key={passkey.id}
          small
          icon={<KeyRound />}
          title={passkey.name}
          state={<PasskeyState passkey={passkey} />}
          action={
            <ItemMenu
              name={passkey.name}
              size="sm"
              actions={[
                {
                  id: 'rename',
                  label: t('passkeys.rename'),
                  icon: <Pencil />,
                  run: () => onOpen({ act: 'rename', passkey }),
                },
                {
                  id: 'remove',
                  label: t('passkeys.remove'),
                  icon: <Trash2 />,
                  danger: true,
                  run: () => onOpen({ act: 'remove', passkey }),
                },
              ]}
            />
          }
        />
      ))}
      <SettingRow
        icon={<Plus />}
        title={t(passkeys.length === 0 ? 'passkeys.noneTitle' : 'passkeys.moreTitle')}
        state={t(obstacle ?? lead)}
        action={!obstacle && <Button onClick={() => onOpen('add')}>{t('passkeys.add')}</Button>}
      />
    </SettingGroup>
  )
}

/** Where it is, when it was added, and when it was used. */
function PasskeyState({ passkey }: { passkey: Passkey }) {
  const t = useText()
  const format = useFormats()
  const { synced, created_at: added, last_used_at: used } = passkey
  return (
    <chakra.span display="flex" flexWrap="wrap" columnGap="4">
      <span>{t(synced ? 'passkeys.synced' : 'passkeys.onDevice')}</span>
      <span>{t('passkeys.addedAt', { date: format.dateTime(added) })}</span>
      <span>
        {used === null ? t('passkeys.unused') : t('passkeys.usedAt', { date: format.dateTime(used) })}
      </span>
    </chakra.span>
  )
}
