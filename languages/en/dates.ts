export const dates = {
  'date.placeholder': 'mm/dd/yyyy',
  'date.calendar': 'Calendar: {label}',
  'date.previousMonth': 'Previous month',
  'date.nextMonth': 'Next month',
  'date.previousYear': 'Previous year',
  'date.nextYear': 'Next year',
  'date.otherMonth': '{month}: choose another month',
  'date.choose': 'Choose {day}',
} as const
