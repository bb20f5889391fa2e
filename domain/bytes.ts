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
 * Bytes as text, base 1024, with at most `decimals` decimals: 1536 → `1.5 KB`. What would round to 1,024 is one of the next unit.
 * The number is written in `locale`. Source: specification, section 9.
 */
export function formatBytes(bytes: number, locale = 'en', decimals = 1): string {
  const rounded = (step: number) => Number((bytes / 1024 ** step).toFixed(decimals))
  const last = units.length - 1
  const least = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), last)
  const step = least < last && rounded(least) >= 1024 ? least + 1 : least
  const value = formatOf(locale, decimals).format(bytes / 1024 ** step)
  return `${value} ${bytes === 1 ? 'Byte' : units[step]}`
}
