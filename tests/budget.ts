import type { Counted } from './support/count.ts'

/**
 * The most that a whole run of `npm test` may do, without what it does for a change alone. A new feature does not raise it:
 * its tests are in their group, and run where a change affects them. A commit that raises a limit changes nothing else.
 */
export const budget: Record<Counted, number> = {
  /** Servers of Kho, in the process of the tests or in one of their own. */
  consoles: 200,
  mails: 42,
  /** Processes, Chromium among them. */
  programs: 76,
  contexts: 65,
  /** Pages of the console that a browser loads. */
  loads: 120,
  /** Actions taken, and walks of flows, in Chromium. */
  walks: 60,
  /** Steps of those walks of flows. */
  steps: 110,
  screens: 34,
}
