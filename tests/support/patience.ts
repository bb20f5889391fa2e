/** How long a test waits for what must come, in ms. */
export const patience = 15_000
