export const dayText = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10)
