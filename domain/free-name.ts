/**
 * The first of `a (1).txt`, `a (2).txt`, … that is not taken. Names are as in a listing: a folder's ends in a slash,
 * with the number before it.
 */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  const folder = name.endsWith('/')
  const dot = folder ? -1 : name.lastIndexOf('.')
  const stem = folder ? name.slice(0, -1) : dot > 0 ? name.slice(0, dot) : name
  const end = folder ? '/' : dot > 0 ? name.slice(dot) : ''
  for (let number = 1; ; number++) {
    const candidate = `${stem} (${number})${end}`
    if (!isTaken(candidate)) return candidate
  }
}
