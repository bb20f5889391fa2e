export const files = {} as const
