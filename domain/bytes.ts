const units = ['Bytes', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB']

const formats = new Map<string, Intl.NumberFormat>()

/** Making a format costs far more than using one. */
function formatOf(locale: string, decimals: number): Intl.NumberFormat {
  const name = `${locale} ${decimals}`
  const known = formats.get(name)
  if (known) return known
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: decimals })
  formats.set(name, format)
  return format
}

/**
 * Bytes as text, base 1024, with at most `decimals` decimals: 1536 → `1.5 KB`.
 * The number is written in `locale`. Source: specification, section 9.
 */
export function formatBytes(bytes: number, locale = 'en', decimals = 1): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1)
  const value = formatOf(locale, decimals).format(bytes / 1024 ** step)
  return `${value} ${bytes === 1 ? 'Byte' : units[step]}`
}
