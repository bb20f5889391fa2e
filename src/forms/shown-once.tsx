import { useLeaving } from '../shell/leaving.ts'
import { LeaveQuestion } from './leave-question.tsx'

/** Beside a secret that nobody can show again: as long as it is there, whoever leaves or reloads the page is asked. */
export function ShownOnce() {
  return <LeaveQuestion leaving={useLeaving(true)} about="secret" />
}
