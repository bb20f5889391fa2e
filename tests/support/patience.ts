/** How long a test waits for what must come, in ms: longer than a busy machine's disk ever stalled. */
export const patience = 60_000
