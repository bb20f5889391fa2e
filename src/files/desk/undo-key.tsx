import { Undo2 } from 'lucide-react'
import { useCallback } from 'react'
import { useText } from '../../i18n/text.ts'
import { undoAct } from '../../jobs/undo-act.ts'
import { useUser } from '../../session/flow.ts'
import { useOffers } from '../../shell/offers.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useShortcut } from '../../ui/shortcuts.ts'
import { usePhone } from '../../ui/use-width.ts'

/** Undoes an act of this tab by its shortcut, from the field of the top bar, and on a phone by a button. */
export default function UndoKey({ act }: { act: string }) {
  const t = useText()
  const { id: user } = useUser()
  const run = useCallback(() => void undoAct(user, act), [user, act])
  useShortcut('list', 'undo', run)
  useOffers([{ id: 'undo', label: t('files.undo'), keys: 'Ctrl+Z', run }])
  if (!usePhone()) return null
  return (
    <IconButton label={t('files.undo')} onClick={run}>
      <Undo2 />
    </IconButton>
  )
}
