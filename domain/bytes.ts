const units = ['Bytes', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB']

/**
 * Bytes as text, base 1024, with at most `decimals` decimals: 1536 → `1.5 KB`.
 * The number is written in `locale`. Source: specification, section 9.
 */
export function formatBytes(bytes: number, locale = 'en', decimals = 1): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1)
  const value = (bytes / 1024 ** step).toLocaleString(locale, { maximumFractionDigits: decimals })
  return `${value} ${units[step]}`
}
