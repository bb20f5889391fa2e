/** Mutants that change nothing that anybody could see, each with its reason; by machine, place and change. */
export const equivalent: Record<string, string> = {}
