import { chakra } from '@chakra-ui/react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { languages } from '../../languages/languages.ts'
import { SelectField } from '../forms/select-field.tsx'
import { useFormats } from '../i18n/formats.ts'
import { useLanguage } from '../i18n/text.ts'
import { useStorageKind } from '../session/storage-kind.ts'
import { DownloadLink } from '../ui/head-buttons.tsx'
import { Read } from '../ui/read.tsx'
import { Section } from '../ui/section.tsx'
import { HoursOfDay } from './hours-of-day.tsx'
import { csvAddress, placesOf } from './periods.ts'
import { TrafficChart } from './traffic-chart.tsx'
import { type Period, useHeld, useMonths, useSubject, useSubjectName, useTraffic } from './use-dashboard.ts'

type Props = {
  years: UseQueryResult<{ years: number[] }>
  /** Null: there was no traffic yet, or it is not known. */
  period: Period | null
  onPeriod: (period: Period) => void
}

/** Bytes in and out in a year by month, or in a month by day. */
export function TrafficSection({ years, period, onPeriod }: Props) {
  const { text: t } = useLanguage()
  const storage = useStorageKind()
  const account = useSubject()

  function content({ years }: { years: number[] }): ReactNode {
    if (period) return <OfPeriod years={years} period={period} onPeriod={onPeriod} />
    const why = {
      rgw: 'dashboard.noUsageLog',
      s3: 'dashboard.notCounted',
      embedded: account === undefined ? 'dashboard.noTrafficYet' : 'dashboard.noTrafficOf',
    } as const
    return <chakra.p color="fg.muted">{t(why[storage ?? 'embedded'])}</chakra.p>
  }

  return (
    <Section
      title={t('dashboard.traffic')}
      action={period && <DownloadLink href={csvAddress(period, { account })} label={t('dashboard.csv')} />}
    >
      <Read of={years} failed="dashboard.trafficFailed">
        {content}
      </Read>
    </Section>
  )
}

function OfPeriod({
  years,
  period,
  onPeriod,
}: {
  years: number[]
  period: Period
  onPeriod: Props['onPeriod']
}) {
  const { text: t, locale } = useLanguage()
  const format = useFormats()
  const { data: months } = useMonths(period.year)
  const { buckets } = useHeld()
  const traffic = useTraffic(period)
  const { tag } = languages[locale]
  const monthFormat = new Intl.DateTimeFormat(tag, { month: 'long', timeZone: 'UTC' })
  const short = new Intl.DateTimeFormat(tag, {
    month: 'short',
    timeZone: 'UTC',
    ...(period.month === null ? {} : { day: 'numeric' }),
  })
  const monthName = (month: number) => monthFormat.format(Date.UTC(period.year, month - 1))
  const nameOf = (at: string) => short.format(Date.parse(at))
  const account = useSubjectName()
  const time = period.month === null ? `${period.year}` : `${monthName(period.month)} ${period.year}`
  const aboutOf = (time: string) => [account, period.bucket ?? t('dashboard.everyBucket'), time].join(' · ')
  return (
    <>
      <chakra.div
        display="grid"
        gridTemplateColumns={{ base: '1fr 1fr', sm: 'repeat(3, minmax(0, 180px))' }}
        gap="4"
        mb="5"
      >
        <SelectField
          label={t('dashboard.year')}
          value={period.year}
          onChange={event => onPeriod({ ...period, year: Number(event.target.value), month: null })}
        >
          {years.toReversed().map(year => (
            <option key={year} value={year}>
              {year}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('dashboard.month')}
          value={period.month ?? ''}
          onChange={event => onPeriod({ ...period, month: Number(event.target.value) || null })}
        >
          <option value="">{t('dashboard.allMonths')}</option>
          {(months?.months ?? []).map(month => (
            <option key={month} value={month}>
              {monthName(month)}
            </option>
          ))}
        </SelectField>
        <chakra.div gridColumn={{ base: '1 / -1', sm: 'auto' }}>
          <SelectField
            label={t('dashboard.bucket')}
            value={period.bucket ?? ''}
            onChange={event => onPeriod({ ...period, bucket: event.target.value || null })}
          >
            <option value="">{t('dashboard.everyBucket')}</option>
            {(buckets ?? []).map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </SelectField>
        </chakra.div>
      </chakra.div>
      <Read of={traffic} failed="dashboard.trafficFailed">
        {data => (
          <>
            <chakra.dl display="flex" flexWrap="wrap" columnGap="8" rowGap="2">
              <Sum colour="accent" name={t('dashboard.in')} value={format.bytes(data.received)} />
              <Sum colour="accent.teal" name={t('dashboard.out')} value={format.bytes(data.sent)} />
            </chakra.dl>
            <chakra.p textStyle="small" color="fg.muted" mt="2" textWrap="pretty">
              {t('dashboard.trafficMeans')}
            </chakra.p>
            <TrafficChart
              key={`${period.year} ${period.month} ${period.bucket}`}
              places={placesOf(period, data.points).map(place => ({
                ...place,
                name: nameOf(place.at),
                label: period.month === null ? nameOf(place.at) : String(Number(place.at.slice(-2))),
              }))}
              caption={t(period.month === null ? 'dashboard.byMonth' : 'dashboard.byDay')}
              axis={t(period.month === null ? 'dashboard.month' : 'dashboard.day')}
              image={{
                about: aboutOf(time),
                file: [period.year, period.month, period.bucket].filter(part => part !== null).join('-'),
              }}
            />
            {period.month !== null && data.points.length > 0 && (
              <HoursOfDay
                days={data.points.map(({ at }) => ({ at, name: nameOf(at) }))}
                bucket={period.bucket}
                aboutOf={aboutOf}
              />
            )}
          </>
        )}
      </Read>
    </>
  )
}

function Sum({ colour, name, value }: { colour: string; name: string; value: string }) {
  return (
    <div>
      <chakra.dt display="flex" alignItems="center" gap="2" textStyle="small" color="fg.muted">
        <chakra.span aria-hidden="true" boxSize="10px" borderRadius="sm" bg={colour} />
        {name}
      </chakra.dt>
      <chakra.dd textStyle="display" fontVariantNumeric="tabular-nums">
        {value}
      </chakra.dd>
    </div>
  )
}
