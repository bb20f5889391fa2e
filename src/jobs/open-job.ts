import { followJob } from './followed-jobs.ts'
import { unfoldTray } from './tray-fold.ts'

/** Shows a job in the tray, also one that was dismissed. */
export function openJob(user: string, id: string): void {
  followJob(user, id)
  unfoldTray()
}
