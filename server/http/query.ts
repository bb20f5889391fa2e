/** The parameters of a query or a form. A repeated name becomes a list. */
export function parseQuery(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const found = query[name]
    if (found === undefined) query[name] = value
    else if (typeof found === 'string') query[name] = [found, value]
    else found.push(value)
  }
  return query
}
