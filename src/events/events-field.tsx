import { chakra } from '@chakra-ui/react'
import { useId } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { isCovered, type WholeKind } from '../../domain/bucket-events.ts'
import type { BucketEvent } from '../../openapi/schema.ts'
import { Checkbox } from '../forms/checkbox.tsx'
import { FieldError } from '../forms/field-error.tsx'
import { Legend } from '../forms/radio-card.tsx'
import { fieldText } from '../i18n/error-text.ts'
import { type Text, useText } from '../i18n/text.ts'
import { eventName } from './delivery-facts.tsx'

function labelOf(t: Text, event: BucketEvent): string {
  const [, kind, act] = event.split(':')
  const name = eventName(event)
  return act === '*' ? t(`notifications.kind.${kind as WholeKind}`, { name }) : name
}

/** The form field `events`: a checkbox for each event of the storage, and for each whole kind. */
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
          return (
            // Each kind starts a new line.
            <chakra.div key={event} gridColumn={event.endsWith(':*') ? '1 / -1' : undefined}>
              <Checkbox
                ref={index === 0 ? field.ref : undefined}
                label={labelOf(t, event)}
                checked={covered || field.value.includes(event)}
                disabled={covered}
                aria-invalid={error ? true : undefined}
                onChange={({ currentTarget }) => choose(event, currentTarget.checked)}
                onBlur={field.onBlur}
              />
            </chakra.div>
          )
        })}
      </chakra.div>
      <FieldError id={id} pt="1.5">
        {error}
      </FieldError>
    </chakra.fieldset>
  )
}
