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
      {/* Undo2 of Lucide: here it loads with this button, not with the folder. */}
      <svg
        width="24"
        height="24"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M9 14 4 9l5-5M4 9h10.5a5.5 5.5 0 0 1 0 11H11" />
      </svg>
    </IconButton>
  )
}
