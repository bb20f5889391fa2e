import { chakra } from '@chakra-ui/react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from './button.tsx'
import { chartImage, namedEvery } from './chart-image.ts'
import { colourOf } from './colour.ts'
import { saveFile } from './save-file.ts'

/** A position on the axis with its label: the values of its bars, none if unknown, and its description. */
export type BarPoint = { key: string; label: string; values: readonly number[]; words: string }

type Props = {
  points: readonly BarPoint[]
  /** Colours of a point's bars. */
  fills: readonly string[]
  caption: ReactNode
  /** Formats a value for the scale. */
  format: (value: number) => string
  /** The name of the slider: what it moves along. */
  axis: string
  /** The label of the button that opens the table. */
  asTable: string
  height?: number
  /** Offers the chart as an image. `about`: of whom and when it is. */
  image?: { label: string; file: string; title: string; about: string; series: readonly string[] }
  /** The same numbers as a table. */
  children: ReactNode
}

/** Width of a point, in units of the drawing. */
const step = 10
const gap = 3
/** The least height of a bar: a value that is small beside the others is not 0. */
const least = 2

/** Bars side by side, scaled to the largest. A slider over them describes one position in words. */
export function BarChart({
  points,
  fills,
  caption,
  format,
  axis,
  asTable,
  height = 96,
  image,
  children,
}: Props) {
  const id = useId()
  const [chosen, setChosen] = useState(points.length - 1)
  const at = Math.min(chosen, points.length - 1)
  const largest = Math.max(0, ...points.flatMap(({ values }) => values))
  const top = Math.max(1, largest)
  const width = (step - gap) / fills.length
  const words = points[at]?.words ?? ''
  // On a phone every second of these.
  const every = namedEvery(points.length)
  return (
    <chakra.figure mt="4" aria-labelledby={`${id}-caption`}>
      <chakra.div aria-hidden="true" textStyle="small" color="fg.muted" fontVariantNumeric="tabular-nums">
        {largest > 0 && format(largest)}
      </chakra.div>
      <Frame>
        <svg
          viewBox={`0 0 ${points.length * step} ${height}`}
          preserveAspectRatio="none"
          width="100%"
          height={height}
          aria-hidden="true"
        >
          {points.map(({ key, values }, index) =>
            values.map((value, series) => {
              if (value === 0) return null
              const tall = Math.max(least, (value / top) * (height - 4))
              return (
                <Bar
                  key={`${key} ${fills[series]}`}
                  x={index * step + gap / 2 + series * width}
                  y={height - tall}
                  width={width}
                  height={tall}
                  style={{ fill: `var(${colourOf(fills[series] ?? '')})` }}
                  data-chosen={index === at ? true : undefined}
                />
              )
            }),
          )}
        </svg>
        <Slider
          type="range"
          min={0}
          max={points.length - 1}
          value={at}
          onChange={event => setChosen(Number(event.target.value))}
          onPointerMove={({ currentTarget, clientX, pointerType }) => {
            if (pointerType === 'touch') return
            const { left, width } = currentTarget.getBoundingClientRect()
            const index = Math.floor(((clientX - left) / width) * points.length)
            setChosen(Math.max(0, Math.min(points.length - 1, index)))
          }}
          aria-label={axis}
          aria-valuetext={words}
        />
      </Frame>
      <chakra.div aria-hidden="true" position="relative" height="5" textStyle="small" color="fg.muted">
        {points.map(({ key, label }, index) => {
          const turn = index / every
          return (
            Number.isInteger(turn) && (
              <Name
                key={key}
                display={{ base: turn % 2 === 0 ? 'block' : 'none', sm: 'block' }}
                style={{ left: `${((index + 0.5) / points.length) * 100}%` }}
              >
                {label}
              </Name>
            )
          )
        })}
      </chakra.div>
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
        <span>{caption}</span>
        <span>{words}</span>
      </chakra.figcaption>
      {image && (
        <chakra.div float="right" mt="2">
          <Button
            variant="link"
            size="inline"
            textStyle="small"
            fontWeight="normal"
            onClick={() =>
              void chartImage({ ...image, points, fills, format }).then(blob => saveFile(image.file, blob))
            }
          >
            {image.label}
          </Button>
        </chakra.div>
      )}
      <chakra.details mt="2">
        <chakra.summary textStyle="small" color="fg.accent" cursor="pointer" width="fit-content">
          {asTable}
        </chakra.summary>
        {children}
      </chakra.details>
    </chakra.figure>
  )
}

const Frame = chakra('div', {
  base: {
    position: 'relative',
    borderBottomWidth: '1px',
    borderColor: 'line.strong',
    borderTopWidth: '1px',
    borderTopStyle: 'dashed',
    borderTopColor: 'line',
    '&:has(input:focus-visible)': {
      outline: '2px solid var(--kho-colors-focus)',
      outlineOffset: '4px',
    },
  },
})

const Name = chakra('span', {
  base: { position: 'absolute', transform: 'translateX(-50%)', whiteSpace: 'nowrap' },
})

const Bar = chakra('rect', { base: { opacity: '0.6', '&[data-chosen]': { opacity: '1' } } })

/** Over the bars, and invisible: it receives keys, pointer and touch. */
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
