import { format as formatted, getFormatFromId, isDateFormat } from 'numfmt'
import { readXml } from './xml.ts'

/** Built-in formats that Excel adapts to the reader's region, here as ISO dates. Source: ECMA-376, part 1, 18.8.30. */
const regional = new Map([
  [14, 'yyyy-mm-dd'],
  [22, 'yyyy-mm-dd hh:mm'],
])

/** The number format code of each cell style, by its index. `bytes`: the styles part. */
export function formatsOf(bytes: Uint8Array | null): string[] {
  const custom = new Map<number, string>()
  const formats: string[] = []
  let inCells = false
  if (!bytes) return formats
  readXml(bytes, {
    open(name, attribute) {
      if (name === 'numFmt') custom.set(Number(attribute('numFmtId')), attribute('formatCode') ?? '')
      else if (name === 'cellXfs') inCells = true
      else if (name === 'xf' && inCells) {
        const id = Number(attribute('numFmtId') ?? 0)
        formats.push(custom.get(id) ?? regional.get(id) ?? getFormatFromId(id) ?? 'General')
      }
    },
    close(name) {
      if (name === 'cellXfs') inCells = false
    },
  })
  return formats
}

/** Days from the first day of Excel's calendar to that of Excel for Mac. */
const daysTo1904 = 1462

/** Excel's maximum length of a format, in characters. */
const longestFormat = 255

export type ValueContext = { dates1904: boolean; locale: string }

/** The text of a stored cell value of type `b`, `n` or another, in its number format. */
export function displayValue(
  text: string,
  type: string,
  format: string,
  { dates1904, locale }: ValueContext,
): string {
  if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE'
  const number = Number(text)
  if (type !== 'n' || text.trim() === '' || !Number.isFinite(number)) return text
  const plain = String(Number(number.toPrecision(15)))
  if (/^(general|@|)$/i.test(format) || format.length > longestFormat)
    return locale === 'vi' ? plain.replace('.', ',') : plain
  const isDate = isDateFormat(format) && !/\[(h+|m+|s+)\]/i.test(format)
  try {
    return formatted(format, isDate && dates1904 ? number + daysTo1904 : number, { locale }).trim()
  } catch {
    return plain
  }
}

/** The text of a cell without escapes: `_x000D_` is a carriage return. Source: ECMA-376, part 1, 22.9.2.19. */
export function unescaped(text: string): string {
  return text
    .replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\r\n?/g, '\n')
}
