import type { dates as en } from '../en/dates.ts'
import type { Catalogue } from '../language.ts'

export const dates: Catalogue<typeof en> = {
  'date.placeholder': 'dd/mm/yyyy',
  'date.calendar': 'Lịch: {label}',
  'date.previousMonth': 'Tháng trước',
  'date.nextMonth': 'Tháng sau',
  'date.previousYear': 'Năm trước',
  'date.nextYear': 'Năm sau',
  'date.otherMonth': '{month}: chọn tháng khác',
  'date.choose': 'Chọn {day}',
}
