/** The pieces between separators; what is in quotes (JSON) is one piece, whatever it holds. */
export function splitQuoted(text: string, separator: string): string[] {
  const parts = ['']
  for (const [at, piece] of text.split(/("(?:[^"\\]|\\.)*")/).entries()) {
    const [first = '', ...rest] = at % 2 === 1 ? [piece] : piece.split(separator)
    parts[parts.length - 1] += first
    parts.push(...rest)
  }
  return parts
}

/** Without its quotes; as it is where it has none. */
export function unquoted(text: string): string {
  if (!/^".*"$/s.test(text)) return text
  try {
    return String(JSON.parse(text))
  } catch {
    return text
  }
}
