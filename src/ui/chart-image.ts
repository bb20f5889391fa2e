import type { BarPoint } from './bar-chart.tsx'
import { colourOf } from './colour.ts'

type Chart = {
  title: string
  about: string
  series: readonly string[]
  points: readonly BarPoint[]
  fills: readonly string[]
  /** Formats a value for the scale. */
  format: (value: number) => string
}

const [width, height, edge] = [1200, 560, 48]
/** From here to the right are the bars; before it is the scale. */
const left = 150
const top = 170
const base = height - 70

/** Label every how many positions at the axis, for `count` positions: at most twelve labels. */
export const namedEvery = (count: number): number => Math.ceil(count / 12)

/** The chart as a PNG, in the colours of the page: title, whose it is, names of the series, scale and bars. */
export async function chartImage({ title, about, series, points, fills, format }: Chart): Promise<Blob> {
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
  for (const [index, name] of series.entries()) {
    pen.fillStyle = colour(fills[index] ?? 'fg')
    pen.fillRect(x, edge + 66, 14, 14)
    write(name, x + 22, edge + 79, 18, 'fg.muted')
    x += 22 + pen.measureText(name).width + 32
  }
  const most = Math.max(1, ...points.flatMap(({ values }) => values))
  for (const part of [0, 0.5, 1]) {
    const y = base - part * (base - top)
    pen.fillStyle = colour(part === 0 ? 'line.strong' : 'line')
    pen.fillRect(left, y, width - left - edge, part === 0 ? 2 : 1)
    pen.textAlign = 'right'
    write(format(part * most), left - 14, y + 6, 16, 'fg.muted')
    pen.textAlign = 'left'
  }
  const step = (width - left - edge) / points.length
  const bar = (step * 0.7) / fills.length
  const every = namedEvery(points.length)
  for (const [place, { label, values }] of points.entries()) {
    if (place % every === 0) write(label, left + (place + 0.15) * step, base + 26, 16, 'fg.muted')
    for (const [index, value] of values.entries()) {
      if (value === 0) continue
      const tall = Math.max(2, (value / most) * (base - top))
      pen.fillStyle = colour(fills[index] ?? 'fg')
      pen.fillRect(left + place * step + step * 0.15 + index * bar, base - tall, bar, tall)
    }
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      blob => (blob ? resolve(blob) : reject(new Error('The browser makes no picture.'))),
      'image/png',
    )
  })
}
