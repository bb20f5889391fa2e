import { DatePicker, defineSlotRecipe, Portal, useDatePickerContext } from '@chakra-ui/react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useText } from '../i18n/text.ts'
import { IconButton } from '../ui/icon-button.tsx'

const cell = {
  display: 'grid',
  placeItems: 'center',
  borderRadius: 'md',
  textStyle: 'body',
  cursor: 'pointer',
  userSelect: 'none',
  _hover: { bg: 'bg.muted' },
  '&[data-today]': { color: 'fg.accent', fontWeight: 'semibold' },
  '&[data-selected]': { bg: 'accent', color: 'fg.inverted', fontWeight: 'semibold' },
  '&[data-disabled]': { color: 'fg.subtle', opacity: '0.55', cursor: 'not-allowed', bg: 'transparent' },
  '&[data-outside-range]': { visibility: 'hidden' },
  _focusVisible: { outline: '2px solid var(--kho-colors-focus)', outlineOffset: '1px' },
} as const

export const calendarRecipe = defineSlotRecipe({
  slots: [
    'root',
    'control',
    'trigger',
    'positioner',
    'content',
    'view',
    'viewControl',
    'viewTrigger',
    'prevTrigger',
    'nextTrigger',
    'rangeText',
    'table',
    'tableHead',
    'tableBody',
    'tableRow',
    'tableHeader',
    'tableCell',
    'tableCellTrigger',
  ],
  base: {
    content: {
      p: '3',
      bg: 'bg.raised',
      color: 'fg',
      borderWidth: '1px',
      borderColor: 'line.strong',
      borderRadius: 'lg',
      boxShadow: 'lg',
      outline: 'none',
      zIndex: 'menu',
      _open: { animation: 'drop 130ms ease-out' },
      _closed: { animation: 'none' },
    },
    viewControl: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', mb: '1' },
    viewTrigger: {
      h: '10',
      px: '3',
      borderRadius: 'md',
      textStyle: 'label',
      cursor: 'pointer',
      _hover: { bg: 'bg.muted' },
      '& > *': { display: 'block', _firstLetter: { textTransform: 'uppercase' } },
    },
    table: { borderCollapse: 'collapse', width: '280px' },
    tableHeader: { h: '8', textStyle: 'small', fontWeight: 'normal', color: 'fg.muted', textAlign: 'center' },
    tableCell: { p: '0' },
    tableCellTrigger: {
      ...cell,
      h: '10',
      '&[data-view=month]': { h: '12', _firstLetter: { textTransform: 'uppercase' } },
    },
  },
})

/** The calendar of a `DatePicker.Root`: the days of a month, or the months of a year. */
export function Calendar({ label }: { label: string }) {
  const t = useText()
  const { visibleRangeText, view } = useDatePickerContext()
  return (
    <Portal>
      <DatePicker.Positioner>
        <DatePicker.Content role="dialog" aria-roledescription={undefined} aria-label={label}>
          <DatePicker.View view="day">
            <DatePicker.ViewControl>
              <Previous label={t('date.previousMonth')} />
              <DatePicker.ViewTrigger
                aria-label={t('date.otherMonth', { month: view === 'day' ? visibleRangeText.start : '' })}
              >
                <DatePicker.RangeText />
              </DatePicker.ViewTrigger>
              <Next label={t('date.nextMonth')} />
            </DatePicker.ViewControl>
            <DatePicker.DayTable aria-roledescription={undefined} aria-label={visibleRangeText.start} />
          </DatePicker.View>
          <DatePicker.View view="month">
            <DatePicker.ViewControl>
              <Previous label={t('date.previousYear')} />
              <DatePicker.RangeText textStyle="label" />
              <Next label={t('date.nextYear')} />
            </DatePicker.ViewControl>
            <DatePicker.MonthTable
              columns={3}
              aria-roledescription={undefined}
              aria-label={visibleRangeText.start}
            />
          </DatePicker.View>
        </DatePicker.Content>
      </DatePicker.Positioner>
    </Portal>
  )
}

function Previous({ label }: { label: string }) {
  return (
    <DatePicker.PrevTrigger asChild aria-label={label}>
      <IconButton label={label}>
        <ChevronLeft />
      </IconButton>
    </DatePicker.PrevTrigger>
  )
}

function Next({ label }: { label: string }) {
  return (
    <DatePicker.NextTrigger asChild aria-label={label}>
      <IconButton label={label}>
        <ChevronRight />
      </IconButton>
    </DatePicker.NextTrigger>
  )
}
