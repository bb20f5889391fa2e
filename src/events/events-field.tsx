import { chakra } from '@chakra-ui/react'
import { useId } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { actOf, isCovered, wholeOf } from '../../domain/bucket-events.ts'
import type { BucketEvent } from '../../openapi/schema.ts'
import { Checkbox } from '../forms/checkbox.tsx'
import { FieldError } from '../forms/field.tsx'
import { Legend } from '../forms/radio-card.tsx'
import { fieldText } from '../i18n/error-text.ts'
import { useText } from '../i18n/text.ts'
import { eventName } from './delivery-facts.tsx'

/** The form field `events`: a checkbox for each event of the storage, below that of its whole kind. */
export function EventsField({ events }: { events: readonly BucketEvent[] }) {
  const t = useText()
  const id = useId()
  const { control } = useFormContext<{ events: BucketEvent[] }>()
  const { field, fieldState } = useController({ control, name: 'events' })
  const error = fieldText(t, fieldState.error)
  const choose = (event: BucketEvent, wanted: boolean) =>
    field.onChange(events.filter(each => (each === event ? wanted : field.value.includes(each))))
  return (
    <chakra.fieldset minW="0" aria-describedby={error && id}>
      <Legend>{t('notifications.events')}</Legend>
      <chakra.div
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }}
        columnGap="5"
        rowGap="2"
      >
        {events.map((event, index) => {
          const covered = isCovered(event, field.value)
          const within = event !== wholeOf(event) && events.some(each => each === wholeOf(event))
          return (
            <Choice
              key={event}
              {...(within ? { ps: '7' } : { gridColumn: '1 / -1', _notFirst: { mt: '2' } })}
            >
              <Checkbox
                ref={index === 0 ? field.ref : undefined}
                label={t(`notifications.event.${event}`)}
                checked={covered || field.value.includes(event)}
                disabled={covered}
                aria-invalid={error ? true : undefined}
                aria-describedby={`${id}-${event}`}
                onChange={({ currentTarget }) => choose(event, currentTarget.checked)}
                onBlur={field.onBlur}
              />
              <Name id={`${id}-${event}`}>{within ? actOf(event) : eventName(event)}</Name>
            </Choice>
          )
        })}
      </chakra.div>
      <FieldError id={id} pt="1.5">
        {error}
      </FieldError>
    </chakra.fieldset>
  )
}

const Choice = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: { base: 'column', sm: 'row' },
    flexWrap: { sm: 'wrap' },
    alignItems: { sm: 'baseline' },
    columnGap: '2',
    minW: '0',
  },
})

/** S3's name, for readers of its documents. */
const Name = chakra('code', {
  base: {
    ps: { base: '7', sm: '0' },
    fontFamily: 'mono',
    textStyle: 'caption',
    color: 'fg.subtle',
    overflowWrap: 'anywhere',
  },
})
