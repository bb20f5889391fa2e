import { limits } from './model.ts'
import { readXml } from './xml.ts'
import type { Zip } from './zip.ts'

export type NumberKind = 'date' | 'time' | 'percent' | 'plain'

/** The kind of a built-in number format. Source: ECMA-376, part 1, 18.8.30. */
function builtInKind(id: number): NumberKind {
  if (id >= 14 && id <= 17) return 'date'
  if (id === 22) return 'date'
  if ((id >= 18 && id <= 21) || (id >= 45 && id <= 47)) return 'time'
  return id === 9 || id === 10 ? 'percent' : 'plain'
}

function kindOf(format: string): NumberKind {
  const code = format.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '')
  if (/[yd]/i.test(code)) return 'date'
  if (/[hs]/i.test(code)) return 'time'
  return code.includes('%') ? 'percent' : 'plain'
}

/** The kind of number format of each cell style, by its index. */
export function stylesOf(zip: Zip): NumberKind[] {
  const bytes = zip.read('xl/styles.xml')
  const customKinds = new Map<number, NumberKind>()
  const styles: NumberKind[] = []
  let inCells = false
  if (!bytes) return styles
  readXml(bytes, {
    open(name, attribute) {
      if (name === 'numFmt')
        customKinds.set(Number(attribute('numFmtId')), kindOf(attribute('formatCode') ?? ''))
      else if (name === 'cellXfs') inCells = true
      else if (name === 'xf' && inCells) {
        const id = Number(attribute('numFmtId') ?? 0)
        styles.push(customKinds.get(id) ?? builtInKind(id))
      }
    },
    close(name) {
      if (name === 'cellXfs') inCells = false
    },
  })
  return styles
}

const day = 86_400_000

/** The display text of a stored cell value: serial dates as ISO dates, fractions as percentages. */
export function displayValue(
  text: string,
  type: string,
  kind: NumberKind = 'plain',
  dates1904 = false,
): string {
  if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE'
  const number = Number(text)
  if (type !== 'n' || text.trim() === '' || !Number.isFinite(number)) return text.slice(0, limits.cellLength)
  if (kind === 'percent') return `${Number((number * 100).toPrecision(12))}%`
  if (kind === 'plain') return String(Number(number.toPrecision(15)))
  const epoch = dates1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)
  const date = new Date(epoch + Math.round((number * day) / 1000) * 1000)
  if (Number.isNaN(date.getTime()) || number < 0) return text
  const iso = date.toISOString()
  const time = iso.slice(11, 19).replace(/:00$/, '')
  if (kind === 'time') return time
  return Number.isInteger(number) ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${time}`
}
