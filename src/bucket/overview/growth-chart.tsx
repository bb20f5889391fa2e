import { chakra } from '@chakra-ui/react'
import { useId, useState } from 'react'
import { languages } from '../../../languages/languages.ts'
import type { BucketSample } from '../../../openapi/schema.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useLanguage } from '../../i18n/text.ts'
import { Cell, HeadCell, Row, Table } from '../../ui/table.tsx'
import { growthDays, topOf } from './growth-days.ts'

const height = 96
/** Of the drawing's units, for a day. */
const step = 10
const bar = 7
/** A bucket that holds nothing on a day has a line all the same: it was measured. */
const least = 2

/** The size of each day as bars; days that were not measured are gaps. A slider over it tells one day. */
export function GrowthChart({ samples }: { samples: readonly BucketSample[] }) {
  const { text: t, locale } = useLanguage()
  const format = useFormats()
  const id = useId()
  const days = growthDays(samples)
  const [chosen, setChosen] = useState(days.length - 1)
  const at = Math.min(chosen, days.length - 1)
  const top = topOf(days)
  const dayFormat = new Intl.DateTimeFormat(languages[locale].tag, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
  const nameOf = (day: string) => dayFormat.format(Date.parse(day))
  const wordsOf = ({ day, sample }: (typeof days)[number]) =>
    sample
      ? `${nameOf(day)}: ${format.bytes(sample.size)}, ${t('buckets.objectCount', { count: sample.objects })}`
      : t('bucket.overview.notMeasured', { day: nameOf(day) })
  const shown = days[at]!
  return (
    <chakra.figure mt="4" aria-labelledby={`${id}-caption`}>
      <Frame>
        <svg
          viewBox={`0 0 ${days.length * step} ${height}`}
          preserveAspectRatio="none"
          width="100%"
          height={height}
          aria-hidden="true"
        >
          {days.map(({ day, sample }, index) => {
            if (!sample) return null
            const tall = Math.max(least, (sample.size / top) * (height - 4))
            return (
              <Bar
                key={day}
                x={index * step + (step - bar) / 2}
                y={height - tall}
                width={bar}
                height={tall}
                data-chosen={index === at ? true : undefined}
              />
            )
          })}
        </svg>
        <Slider
          type="range"
          min={0}
          max={days.length - 1}
          value={at}
          onChange={event => setChosen(Number(event.target.value))}
          onPointerMove={({ currentTarget, clientX, pointerType }) => {
            if (pointerType === 'touch') return
            const { left, width } = currentTarget.getBoundingClientRect()
            const index = Math.floor(((clientX - left) / width) * days.length)
            setChosen(Math.max(0, Math.min(days.length - 1, index)))
          }}
          aria-label={t('bucket.overview.day')}
          aria-valuetext={wordsOf(shown)}
        />
      </Frame>
      <chakra.figcaption
        id={`${id}-caption`}
        display="flex"
        flexWrap="wrap"
        justifyContent="space-between"
        columnGap="4"
        mt="1"
        textStyle="small"
        color="fg.muted"
        fontVariantNumeric="tabular-nums"
      >
        <span>{t('bucket.overview.chart')}</span>
        <span>{wordsOf(shown)}</span>
      </chakra.figcaption>
      <chakra.details mt="2">
        <chakra.summary textStyle="small" color="fg.accent" cursor="pointer" width="fit-content">
          {t('bucket.overview.asTable')}
        </chakra.summary>
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
      </chakra.details>
    </chakra.figure>
  )
}

const Frame = chakra('div', {
  base: {
    position: 'relative',
    borderBottomWidth: '1px',
    borderColor: 'line.strong',
    borderRadius: 'sm',
    '&:has(input:focus-visible)': {
      outline: '2px solid var(--kho-colors-focus)',
      outlineOffset: '4px',
    },
  },
})

const Bar = chakra('rect', {
  base: { fill: 'accent.teal', opacity: '0.55', '&[data-chosen]': { fill: 'accent', opacity: '1' } },
})

/** Over the bars, and not seen: it takes the keys, the pointer and the finger. */
const Slider = chakra('input', {
  base: {
    position: 'absolute',
    inset: '0',
    width: 'full',
    height: 'full',
    m: '0',
    opacity: '0',
    cursor: 'crosshair',
  },
})
