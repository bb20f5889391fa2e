import { logText } from '../../../domain/audit-text.ts'

/** A stored record, with its detail in the log's words. */
export function told<Row extends { data: string | null }>({ data, ...row }: Row) {
  return { ...row, detail: data === null ? '' : logText(JSON.parse(data)) }
}
