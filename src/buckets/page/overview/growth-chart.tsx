import type { ComponentProps } from 'react'
import { languages } from '../../../../languages/languages.ts'
import type { BucketSample } from '../../../../openapi/schema.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useLanguage } from '../../../i18n/text.ts'
import { BarChart } from '../../../ui/bar-chart.tsx'
import { Cell, HeadCell, Row, Table } from '../../../ui/table.tsx'

/** The size on each day as bars; days that were not measured are gaps. */
export function GrowthChart({
  samples,
  ...shown
}: { samples: readonly BucketSample[] } & Pick<ComponentProps<typeof BarChart>, 'caption' | 'image'>) {
  const { text: t, locale } = useLanguage()
  const format = useFormats()
  const dayFormat = new Intl.DateTimeFormat(languages[locale].tag, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
  const nameOf = (day: string) => dayFormat.format(Date.parse(day))
  const points = growthDays(samples).map(({ day, sample }) => ({
    key: day,
    label: nameOf(day),
    values: sample ? [sample.size] : [],
    words: sample
      ? `${nameOf(day)}: ${format.bytes(sample.size)}, ${t('buckets.objectCount', { count: sample.objects })}`
      : t('bucket.overview.notMeasured', { day: nameOf(day) }),
  }))
  return (
    <BarChart
      points={points}
      series={[{ name: t('buckets.size'), fill: 'accent.teal' }]}
      {...shown}
      format={format.bytes}
      axis={t('bucket.overview.day')}
      asTable={t('bucket.overview.asTable')}
    >
      <Table mt="2" maxW="420px">
        <thead>
          <Row>
            <HeadCell scope="col">{t('bucket.overview.day')}</HeadCell>
            <HeadCell scope="col" figures>
              {t('buckets.size')}
            </HeadCell>
            <HeadCell scope="col" figures>
              {t('buckets.objects')}
            </HeadCell>
          </Row>
        </thead>
        <tbody>
          {samples.toReversed().map(({ day, size, objects }) => (
            <Row key={day}>
              <Cell>{nameOf(day)}</Cell>
              <Cell figures>{format.bytes(size)}</Cell>
              <Cell figures>{format.number(objects)}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </BarChart>
  )
}

/** A day of the chart; `sample` null: not measured. */
type GrowthDay = { day: string; sample: BucketSample | null }

const dayMs = 86_400_000

/** Every day from the first sample to the last, in order. */
export function growthDays(samples: readonly BucketSample[]): GrowthDay[] {
  const [first] = samples
  const last = samples.at(-1)
  if (!first || !last) return []
  const known = new Map(samples.map(sample => [sample.day, sample]))
  const days: GrowthDay[] = []
  for (let at = Date.parse(first.day); at <= Date.parse(last.day); at += dayMs) {
    const day = new Date(at).toISOString().slice(0, 10)
    days.push({ day, sample: known.get(day) ?? null })
  }
  return days
}
