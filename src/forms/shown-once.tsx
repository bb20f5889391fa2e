import { useLeaving } from '../shell/leaving.ts'
import { LeaveQuestion } from './leave-question.tsx'

/** Beside a secret that cannot be shown again: while it is shown, leaving or reloading the page asks first. */
export function ShownOnce() {
  return <LeaveQuestion leaving={useLeaving(true)} about="secret" />
}
