import { useLeaving } from '../shell/leaving.ts'
import { LeaveQuestion } from './leave-question.tsx'

/** Render beside a secret that cannot be shown again: leaving or reloading the page then needs confirmation. */
export function ShownOnce() {
  return <LeaveQuestion leaving={useLeaving(true)} about="secret" />
}
