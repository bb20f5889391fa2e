import { chakra } from '@chakra-ui/react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from './button.tsx'
import { chartImage, namedEvery, scaleOf } from './chart-image.ts'
import { colourOf } from './colour.ts'
import { saveFile } from './save-file.ts'

/** A position on the axis with its label: its value in each series, none if unknown, and its description. */
export type BarPoint = { key: string; label: string; values: readonly number[]; words: string }

/** `fill`: the colour of its bars. */
export type BarSeries = { name: string; fill: string }

type Props = {
  points: readonly BarPoint[]
  /** What the values of a point are, in their order. */
  series: readonly BarSeries[]
  caption: ReactNode
  /** Formats a value for the scale. */
  format: (value: number) => string
  /** Says the average of a series, formatted; without it none is drawn. */
  average?: (series: string, value: string) => string
  /** The name of the slider: what it moves along. */
  axis: string
  /** The label of the button that opens the table. */
  asTable: string
  height?: number
  /** Offers the chart as an image. `about`: of whom and when it is. */
  image?: { label: string; file: string; title: string; about: string }
  /** The same numbers as a table. */
  children: ReactNode
}

/** Width of a point, in units of the drawing. */
const step = 10
const gap = 3
/** The least height of a bar: a value that is small beside the others is not 0. */
const least = 2
/** The room above the highest bar. */
const above = 4
/** How wide the axis is at least, in px. */
const narrowest = { phone: 230, desktop: 470 }
/** The width of the scale. */
const scale = '76px'

/**
 * Bars, each series below the one before and by a scale of its own, so that none hides another. A slider over them
 * describes one position in words.
 */
export function BarChart({
  points,
  series,
  caption,
  format,
  average,
  axis,
  asTable,
  height = 96,
  image,
  children,
}: Props) {
  const id = useId()
  const [chosen, setChosen] = useState(points.length - 1)
  const at = Math.min(chosen, points.length - 1)
  const words = points[at]?.words ?? ''
  const every = namedEvery(points, narrowest.desktop)
  const onPhone = every * Math.ceil(namedEvery(points, narrowest.phone) / every)
  return (
    <chakra.figure mt="4" aria-labelledby={`${id}-caption`}>
      <Frame>
        {series.map(({ name, fill }, index) => {
          const { largest, mean } = scaleOf(points, index)
          const tallOf = (value: number) => (value / Math.max(1, largest)) * (height - above)
          return (
            <div key={name}>
              {average && (
                <chakra.p aria-hidden="true" textStyle="small" color="fg.muted" ps={scale} mt="3" mb="1">
                  {average(name, format(mean))}
                </chakra.p>
              )}
              <Strip>
                <Scale aria-hidden="true">
                  {largest > 0 && <span style={{ top: above }}>{format(largest)}</span>}
                  <span style={{ top: height }}>{format(0)}</span>
                </Scale>
                <svg
                  viewBox={`0 0 ${points.length * step} ${height}`}
                  preserveAspectRatio="none"
                  width="100%"
                  height={height}
                  aria-hidden="true"
                >
                  <Line x2={points.length * step} y1={above} y2={above} />
                  {points.map(({ key, values }, place) => {
                    const value = values[index] ?? 0
                    if (value === 0) return null
                    const tall = Math.max(least, tallOf(value))
                    return (
                      <Bar
                        key={key}
                        x={place * step + gap / 2}
                        y={height - tall}
                        width={step - gap}
                        height={tall}
                        style={{ fill: `var(${colourOf(fill)})` }}
                        data-chosen={place === at ? true : undefined}
                      />
                    )
                  })}
                  {average && largest > 0 && (
                    <Line
                      x2={points.length * step}
                      y1={height - tallOf(mean)}
                      y2={height - tallOf(mean)}
                      data-mean
                    />
                  )}
                </svg>
              </Strip>
            </div>
          )
        })}
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
      <chakra.div
        aria-hidden="true"
        position="relative"
        height="5"
        ms={scale}
        mt="1"
        textStyle="small"
        color="fg.muted"
      >
        {points.map(({ key, label }, index) => {
          const atEnd = index === points.length - 1
          return (
            index % every === 0 && (
              <Name
                key={key}
                display={{ base: index % onPhone === 0 ? 'block' : 'none', sm: 'block' }}
                style={
                  atEnd
                    ? { right: 0, transform: 'none' }
                    : { left: `${((index + 0.5) / points.length) * 100}%` }
                }
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
              void chartImage({ ...image, points, series, format, average }).then(blob =>
                saveFile(image.file, blob),
              )
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
    '&:has(input:focus-visible)': {
      outline: '2px solid var(--kho-colors-focus)',
      outlineOffset: '4px',
    },
  },
})

const Strip = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: `${scale} minmax(0, 1fr)`,
    '& svg': { borderBottomWidth: '1px', borderColor: 'line.strong', boxSizing: 'content-box' },
  },
})

const Scale = chakra('div', {
  base: {
    position: 'relative',
    textStyle: 'small',
    color: 'fg.muted',
    fontVariantNumeric: 'tabular-nums',
    '& span': {
      position: 'absolute',
      insetEnd: '2',
      transform: 'translateY(-50%)',
      whiteSpace: 'nowrap',
    },
  },
})

const Line = chakra('line', {
  base: {
    stroke: 'line',
    strokeDasharray: '3 3',
    vectorEffect: 'non-scaling-stroke',
    '&[data-mean]': { stroke: 'fg.muted' },
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
    insetBlock: '0',
    insetStart: scale,
    width: `calc(100% - ${scale})`,
    height: 'full',
    m: '0',
    opacity: '0',
    cursor: 'crosshair',
  },
})
