import { DatePicker, parseDate } from '@chakra-ui/react'
import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import { endOfDay, isDay } from '../../domain/expiry-day.ts'
import { dayFrom } from '../i18n/day-text.ts'
import { useFormats } from '../i18n/formats.ts'
import { useLanguage, useText } from '../i18n/text.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Calendar, calendarRecipe } from './calendar.tsx'
import { Field, type FieldProps } from './field.tsx'

type Props = Omit<FieldProps, 'label' | 'type' | 'value' | 'min' | 'max' | 'onChange' | 'end' | 'below'> & {
  label: string
  /** The day as `yyyy-MM-dd`; any other text is shown unchanged. */
  value: string
  /** Called with the day as `yyyy-MM-dd`, with '', or with the typed text if it is not a day. */
  onValue: (value: string) => void
  /** The first and the last day that the calendar offers. */
  min?: string | undefined
  max?: string | undefined
}

/** A day in the format of the page's language, typed or chosen from a calendar. */
export function DateField({ label, value, onValue, min, max, onBlur, ...field }: Props) {
  const t = useText()
  const { locale } = useLanguage()
  const format = useFormats()
  /** The typed text; null while the field shows the value. */
  const [typed, setTyped] = useState<string | null>(null)
  const inRange = isDay(value) && (!min || value >= min) && (!max || value <= max)

  const give = (next: string) => {
    if (next !== value) onValue(next)
  }
  function type(text: string) {
    setTyped(text)
    const day = dayFrom(text, locale)
    // A two-digit year may be the beginning of a four-digit one.
    if (text.trim() === '' || (day && /\d{4}/.test(text))) give(day)
  }
  function settle() {
    if (typed !== null) give(dayFrom(typed, locale) || typed.trim())
    setTyped(null)
  }

  return (
    <DatePicker.Root
      recipe={calendarRecipe}
      minW="0"
      width="full"
      locale={locale}
      timeZone={Intl.DateTimeFormat().resolvedOptions().timeZone}
      maxView="month"
      fixedWeeks
      lazyMount
      unmountOnExit
      positioning={{ placement: 'bottom-end', gutter: 8 }}
      value={inRange ? [parseDate(value)] : []}
      {...(min && { min: parseDate(min) })}
      {...(max && { max: parseDate(max) })}
      translations={{ dayCell: ({ valueText }) => t('date.choose', { day: valueText }) }}
      onValueChange={({ value: [day] }) => {
        setTyped(null)
        if (day) give(day.toString())
      }}
    >
      <Field
        label={label}
        placeholder={t('date.placeholder')}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={40}
        pe="10"
        value={typed ?? (isDay(value) ? format.date(endOfDay(value)) : value)}
        onChange={event => type(event.currentTarget.value)}
        onKeyDown={event => event.key === 'Enter' && settle()}
        onBlur={event => {
          settle()
          onBlur?.(event)
        }}
        end={
          <DatePicker.Control>
            <DatePicker.Trigger asChild aria-label={t('date.calendar', { label })} aria-haspopup="dialog">
              <IconButton size="sm" label={t('date.calendar', { label })}>
                <CalendarDays />
              </IconButton>
            </DatePicker.Trigger>
          </DatePicker.Control>
        }
        {...field}
      />
      <Calendar label={t('date.calendar', { label })} />
    </DatePicker.Root>
  )
}
