/** Whether two values of plain data are the same; the order of lists and of an object's keys does not count. */
export function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other)
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).toSorted().join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined'
  const entries = Object.entries(value).filter(([, part]) => part !== undefined)
  return `{${entries
    .map(([key, part]) => `${JSON.stringify(key)}:${canonical(part)}`)
    .toSorted()
    .join()}}`
}
