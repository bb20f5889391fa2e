import type { BarPoint } from './bar-chart.tsx'
import { colourOf } from './colour.ts'

type Chart = {
  title: string
  series: readonly string[]
  points: readonly BarPoint[]
  fills: readonly string[]
}

const [width, height, edge] = [1200, 520, 48]
const top = 130
const base = height - 114

/** Label every how many positions at the axis, for `count` positions: at most twelve labels. */
export const namedEvery = (count: number): number => Math.ceil(count / 12)

/**
 * The chart as a PNG, in the colours of the page: the title, the names of the series, the bars and the value of the
 * tallest.
 */
export async function chartImage({ title, series, points, fills }: Chart): Promise<Blob> {
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
    pen.fillText(text, x, y, width - x - edge)
  }
  pen.fillStyle = colour('bg.panel')
  pen.fillRect(0, 0, width, height)
  write(title, edge, edge + 14, 26, 'fg')
  let x = edge
  for (const [index, name] of series.entries()) {
    pen.fillStyle = colour(fills[index] ?? 'fg')
    pen.fillRect(x, edge + 34, 14, 14)
    write(name, x + 22, edge + 47, 18, 'fg.muted')
    x += 22 + pen.measureText(name).width + 32
  }
  const most = Math.max(1, ...points.flatMap(({ values }) => values))
  const step = (width - 2 * edge) / points.length
  const bar = (step * 0.7) / fills.length
  const every = namedEvery(points.length)
  for (const [place, { label, values }] of points.entries()) {
    if (place % every === 0) write(label, edge + (place + 0.15) * step, base + 26, 16, 'fg.muted')
    for (const [index, value] of values.entries()) {
      const tall = Math.max(2, (value / most) * (base - top))
      pen.fillStyle = colour(fills[index] ?? 'fg')
      pen.fillRect(edge + place * step + step * 0.15 + index * bar, base - tall, bar, tall)
    }
  }
  pen.fillStyle = colour('line.strong')
  pen.fillRect(edge, base, width - 2 * edge, 2)
  const peak = points.find(({ values }) => values.includes(most))
  const ends = [points[0], peak, points.at(-1)].flatMap(point => (point ? [point.words] : []))
  for (const [line, words] of [...new Set(ends)].entries())
    write(words, edge, base + 56 + line * 24, 16, 'fg.muted')
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      blob => (blob ? resolve(blob) : reject(new Error('The browser makes no picture.'))),
      'image/png',
    )
  })
}
