/** How long a test waits for what must come, in ms; what a mutant holds back never does. */
export const patience = process.env.FLOW_MUTANT ? 2000 : 15_000
