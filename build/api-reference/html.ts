export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

export const code = (text: string): string => `<code translate="no">${escaped(text)}</code>`

/** What texts of the contract name: addresses on the page by operation id, error code and schema. */
export type Links = ReadonlyMap<string, string>

/** A text of the contract, which is in English: `x` becomes code, and names of operations and errors become links. */
export function english(text: string, links: Links): string {
  const linked = (name: string) => {
    const address = links.get(name)
    return address ? `<a href="${address}">${code(name)}</a>` : code(name)
  }
  const html = text
    .trim()
    .split('`')
    .map((part, index) =>
      index % 2 === 1
        ? linked(part)
        : // Not the words that are names too: login, Job.
          escaped(part).replace(/\b(?:[A-Z]+_[A-Z_]+|[a-z]+(?:[A-Z][a-z0-9]*)+)\b/g, word =>
            links.has(word) ? linked(word) : word,
          ),
    )
  return html.join('')
}

/** `{name}` in a text of the page becomes its value. */
export const filled = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
