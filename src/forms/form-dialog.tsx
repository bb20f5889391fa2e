import type { ComponentProps } from 'react'
import { useLeaving } from '../shell/leaving.ts'
import { Dialog } from '../ui/dialog.tsx'
import { LeaveQuestion } from './leave-question.tsx'

type Props = ComponentProps<typeof Dialog> & {
  onClose: () => void
  /** Whether something was entered that would be missed: `worthAsking`. */
  unsaved: boolean
}

/**
 * A dialog with a form. Once something was entered a click beside it does nothing; Escape, the cross, the browser's
 * back button and closing the page ask first. A button that says Cancel does not ask.
 */
export function FormDialog({ unsaved, onClose, ...dialog }: Props) {
  const leaving = useLeaving(dialog.open && unsaved)
  return (
    <>
      <Dialog {...dialog} onClose={() => leaving.ask(onClose)} closesOutside={!unsaved} />
      <LeaveQuestion leaving={leaving} about="entered" />
    </>
  )
}
