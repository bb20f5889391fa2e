import { everyKind } from './coverage.ts'
import { clearRows, loadRows, type Row } from './coverage-store.ts'

const levels = ['machine', 'view', 'browser'] as const

/** The rows as a text table: a line for each flow, walked/total at each level. */
export function coverageTable(rows: Row[]): string {
  const flows = [...new Set(rows.map(row => row.flow))].sort()
  const cells = (flow: string, level: Row['level']) => {
    const row = rows.find(row => row.flow === flow && row.level === level)
    return row
      ? [String(row.paths), ...everyKind.map(kind => row.counts[kind].join('/'))]
      : ['–', ...everyKind.map(() => '–')]
  }
  const lines = [
    ['flow', ...levels.flatMap(level => [`${level}: paths`, ...everyKind])],
    ...flows.map(flow => [flow, ...levels.flatMap(level => cells(flow, level))]),
  ]
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map(line => line[column]?.length ?? 0))) ?? []
  return lines
    .map(line =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Vitest's global set-up: begins without rows, and prints the table when all flows have run. */
export function setup() {
  // One path is no measure of what is walked.
  if (process.env.FLOW_REPLAY || process.env.FLOW_PATH) return () => undefined
  clearRows()
  return () => {
    const rows = loadRows()
    if (rows.length > 0) console.log(`\nFlows walked, of those in the machines\n${coverageTable(rows)}\n`)
  }
}
