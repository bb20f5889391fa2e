/** Runs `work` once the browser has nothing else to do. Safari does not tell. */
export function whenIdle(work: () => void): void {
  const idle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1000))
  idle(work)
}
