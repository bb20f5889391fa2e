import { onForget } from '../session/flow.ts'

/** When the confirmation of this session that was given in this tab ends, by `performance.now()`. */
let until = 0

export function noteConfirmed({ expires_in }: { expires_in: number }): void {
  until = performance.now() + expires_in * 1000
}

/** Whether what needs a confirmed session may be read without asking for it. Other tabs do not know. */
export function isConfirmedNow(): boolean {
  return performance.now() < until
}

onForget(() => {
  until = 0
})
