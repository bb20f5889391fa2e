import { limits } from './model.ts'
import { readXml } from './xml.ts'
import type { Zip } from './zip.ts'

export type CellLook = 'date' | 'time' | 'percent' | 'plain'

/** How the built-in formats of numbers look. Source: ECMA-376, part 1, 18.8.30. */
function builtInLook(id: number): CellLook {
  if (id >= 14 && id <= 17) return 'date'
  if (id === 22) return 'date'
  if ((id >= 18 && id <= 21) || (id >= 45 && id <= 47)) return 'time'
  return id === 9 || id === 10 ? 'percent' : 'plain'
}

function lookOf(format: string): CellLook {
  const code = format.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '')
  if (/[yd]/i.test(code)) return 'date'
  if (/[hs]/i.test(code)) return 'time'
  return code.includes('%') ? 'percent' : 'plain'
}

/** How the cells of each style look, by its number. */
export function stylesOf(zip: Zip): CellLook[] {
  const bytes = zip.read('xl/styles.xml')
  const own = new Map<number, CellLook>()
  const styles: CellLook[] = []
  let inCells = false
  if (!bytes) return styles
  readXml(bytes, {
    open(name, attribute) {
      if (name === 'numFmt') own.set(Number(attribute('numFmtId')), lookOf(attribute('formatCode') ?? ''))
      else if (name === 'cellXfs') inCells = true
      else if (name === 'xf' && inCells) {
        const id = Number(attribute('numFmtId') ?? 0)
        styles.push(own.get(id) ?? builtInLook(id))
      }
    },
    close(name) {
      if (name === 'cellXfs') inCells = false
    },
  })
  return styles
}

const day = 86_400_000

/** A cell's stored value as it is shown: numbers of days as ISO dates, shares in percent. */
export function shownValue(text: string, type: string, look: CellLook = 'plain', dates1904 = false): string {
  if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE'
  const number = Number(text)
  if (type !== 'n' || text.trim() === '' || !Number.isFinite(number)) return text.slice(0, limits.cellLength)
  if (look === 'percent') return `${Number((number * 100).toPrecision(12))}%`
  if (look === 'plain') return String(Number(number.toPrecision(15)))
  const begin = dates1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30)
  const date = new Date(begin + Math.round((number * day) / 1000) * 1000)
  if (Number.isNaN(date.getTime()) || number < 0) return text
  const iso = date.toISOString()
  const time = iso.slice(11, 19).replace(/:00$/, '')
  if (look === 'time') return time
  return Number.isInteger(number) ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${time}`
}
