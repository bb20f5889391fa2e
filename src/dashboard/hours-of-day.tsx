import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { SelectField } from '../forms/select-field.tsx'
import { useText } from '../i18n/text.ts'
import { Read } from '../ui/read.tsx'
import { hourPlaces } from './periods.ts'
import { TrafficChart } from './traffic-chart.tsx'
import { useHours } from './use-dashboard.ts'

/** The traffic of one day by hour. `at`: YYYY-MM-DD, UTC. */
export function HoursOfDay({
  days,
  bucket,
  aboutOf,
}: {
  days: readonly { at: string; name: string }[]
  bucket: string | null
  /** What the image of a time is about. */
  aboutOf: (time: string) => string
}) {
  const t = useText()
  const [chosen, setChosen] = useState('')
  const day = days.find(({ at }) => at === chosen)
  return (
    <chakra.div mt="6" pt="5" borderTopWidth="1px">
      <chakra.div maxW="180px">
        <SelectField
          label={t('dashboard.hoursOf')}
          value={day?.at ?? ''}
          onChange={event => setChosen(event.target.value)}
        >
          <option value="">{t('dashboard.chooseDay')}</option>
          {days.toReversed().map(({ at, name }) => (
            <option key={at} value={at}>
              {name}
            </option>
          ))}
        </SelectField>
      </chakra.div>
      {day && <Hours key={day.at} day={day} bucket={bucket} about={aboutOf(day.at)} />}
    </chakra.div>
  )
}

function Hours({
  day,
  bucket,
  about,
}: {
  day: { at: string; name: string }
  bucket: string | null
  about: string
}) {
  const t = useText()
  const hours = useHours(day.at, bucket)
  return (
    <Read of={hours} failed="dashboard.hoursFailed">
      {data =>
        data.hours.length > 0 ? (
          <TrafficChart
            places={hourPlaces(day.at, data.hours)}
            caption={t('dashboard.byHour', { day: day.name })}
            axis={t('dashboard.hour')}
            image={{ about, file: bucket === null ? day.at : `${day.at}-${bucket}` }}
          />
        ) : (
          <chakra.p color="fg.muted" mt="4">
            {t(data.kept ? 'dashboard.noHours' : 'dashboard.hoursGone')}
          </chakra.p>
        )
      }
    </Read>
  )
}
