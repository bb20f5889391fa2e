import type { BarPoint, BarSeries } from './bar-chart.tsx'
import { colourOf } from './colour.ts'

type Chart = {
  title: string
  about: string
  series: readonly BarSeries[]
  points: readonly BarPoint[]
  /** Formats a value for the scale. */
  format: (value: number) => string
  /** Says the average of a series, formatted. */
  average: ((series: string, value: string) => string) | undefined
}

const [width, height, edge] = [1200, 560, 48]
/** From here to the right are the bars; before it is the scale. */
const left = 150
const top = 170
const base = height - 70
/** Of small text, in px. */
const letterWidth = 7.5
/** Between two series. */
const between = 36

/** A label every how many points, so that they stay apart on an axis `width` px wide: at most twelve. */
export function namedEvery(points: readonly BarPoint[], width: number): number {
  const longest = Math.max(...points.map(({ label }) => label.length), 1)
  return Math.ceil(points.length / Math.min(12, Math.floor(width / (longest * letterWidth + letterWidth))))
}

/** The largest value of a series, and the mean of its known ones since the first that is not 0. */
export function scaleOf(points: readonly BarPoint[], index: number): { largest: number; mean: number } {
  const all = points.flatMap(({ values }) => values[index] ?? [])
  const known = all.slice(all.findIndex(value => value > 0))
  const sum = known.reduce((before, value) => before + value, 0)
  return { largest: Math.max(0, ...known), mean: sum / Math.max(1, known.length) }
}

/** The chart as a PNG, in the colours of the page: title, whose it is, names of the series, scale and bars. */
export async function chartImage({ title, about, series, points, format, average }: Chart): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')!
  const style = getComputedStyle(document.body)
  const colour = (token: string) =>
    getComputedStyle(document.documentElement).getPropertyValue(colourOf(token))
  const write = (text: string, x: number, y: number, size: number, token: string) => {
    pen.font = `${size}px ${style.fontFamily}`
    pen.fillStyle = colour(token)
    pen.fillText(text, x, y, pen.textAlign === 'right' ? x : width - x - edge)
  }
  pen.fillStyle = colour('bg.panel')
  pen.fillRect(0, 0, width, height)
  write(title, edge, edge + 14, 26, 'fg')
  write(about, edge, edge + 44, 18, 'fg.muted')
  let x = edge
  const tallest = (base - top - between * (series.length - 1)) / series.length
  const step = (width - left - edge) / points.length
  for (const [index, { name, fill }] of series.entries()) {
    const { largest, mean } = scaleOf(points, index)
    pen.fillStyle = colour(fill)
    pen.fillRect(x, edge + 66, 14, 14)
    const legend = average ? average(name, format(mean)) : name
    write(legend, x + 22, edge + 79, 18, 'fg.muted')
    x += 22 + pen.measureText(legend).width + 32
    const bottom = top + (index + 1) * tallest + index * between
    const most = Math.max(1, largest)
    for (const part of [0, 0.5, 1]) {
      const y = bottom - part * tallest
      pen.fillStyle = colour(part === 0 ? 'line.strong' : 'line')
      pen.fillRect(left, y, width - left - edge, part === 0 ? 2 : 1)
      pen.textAlign = 'right'
      write(format(part * most), left - 14, y + 6, 16, 'fg.muted')
      pen.textAlign = 'left'
    }
    if (average && largest > 0) {
      pen.fillStyle = colour('fg.muted')
      pen.fillRect(left, bottom - (mean / most) * tallest, width - left - edge, 1)
    }
    for (const [place, { values }] of points.entries()) {
      const value = values[index] ?? 0
      if (value === 0) continue
      const tall = Math.max(2, (value / most) * tallest)
      pen.fillStyle = colour(fill)
      pen.fillRect(left + (place + 0.15) * step, bottom - tall, step * 0.7, tall)
    }
  }
  const every = namedEvery(points, width - left - edge)
  for (const [place, { label }] of points.entries())
    if (place % every === 0) write(label, left + (place + 0.15) * step, base + 26, 16, 'fg.muted')
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      blob => (blob ? resolve(blob) : reject(new Error('The browser makes no picture.'))),
      'image/png',
    )
  })
}
