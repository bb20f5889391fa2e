import type { Counted } from './support/count.ts'

/**
 * The most that a whole run of `npm test` may do, without what it does for a change alone. A new feature does not raise it:
 * its tests are in their group, and run where a change affects them. A commit that raises a limit changes nothing else.
 */
export const budget: Record<Counted, number> = {
  /** Servers of Kho, in the process of the tests or in one of their own. */
  consoles: 400,
  mails: 100,
  /** Processes, Chromium's own not counted. */
  programs: 1000,
  contexts: 1000,
  /** Pages of the console that a browser loads. */
  loads: 2000,
  /** Actions taken, and walks of flows, in Chromium. */
  walks: 400,
  /** Steps of those walks of flows. */
  steps: 1000,
  screens: 300,
}
