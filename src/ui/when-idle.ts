/** Runs `work` when the browser is idle. Safari lacks the API. */
export function whenIdle(work: () => void): void {
  const idle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1000))
  idle(work)
}
