// @vitest-environment happy-dom
import { ChakraProvider } from '@chakra-ui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { learnServerTime } from '../../src/api/server-clock.ts'
import { hourPlaces, placesOf } from '../../src/dashboard/periods.ts'
import { TrafficChart } from '../../src/dashboard/traffic-chart.tsx'
import { createTheme } from '../../src/theme/system.ts'
import { BarChart } from '../../src/ui/bar-chart.tsx'
import { show } from './support/screen.tsx'

afterEach(cleanup)

function draw(days: number, most: number) {
  const points = Array.from({ length: days }, (_, index) => ({
    key: String(index + 1),
    label: String(index + 1),
    values: [index === 0 ? most : 0],
    words: `ngày ${index + 1}`,
  }))
  render(
    <ChakraProvider value={createTheme()}>
      <BarChart
        points={points}
        series={[{ name: 'Vào', fill: 'accent' }]}
        caption="Lưu lượng"
        format={bytes => `${bytes} byte`}
        axis="Ngày"
        asTable="Xem dạng bảng"
      >
        <table />
      </BarChart>
    </ChakraProvider>,
  )
}
/** What is drawn for the eye, beside the words of the slider. */
const drawn = () =>
  [...document.querySelectorAll('figure [aria-hidden=true]:not(svg)')].map(each =>
    each.children.length > 0 ? Array.from(each.children, ({ textContent }) => textContent) : each.textContent,
  )

test('a chart names its top, nothing, and at most twelve places', () => {
  draw(31, 70)
  expect(drawn()).toEqual([
    ['70 byte', '0 byte'],
    ['1', '4', '7', '10', '13', '16', '19', '22', '25', '28', '31'],
  ])
})

test('a chart of nothing has no top', () => {
  draw(12, 0)
  expect(drawn()).toEqual([['0 byte'], ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12']])
})

test('a value of nothing has no bar', () => {
  draw(31, 70)
  expect(document.querySelectorAll('figure rect').length).toBe(1)
})

test('a place is told in words by the slider', () => {
  draw(31, 70)
  const slider = screen.getByRole('slider', { name: 'Ngày' })
  expect(slider.getAttribute('aria-valuetext')).toBe('ngày 31')
  fireEvent.change(slider, { target: { value: '3' } })
  expect(slider.getAttribute('aria-valuetext')).toBe('ngày 4')
})

const MiB = 1024 ** 2
const traffic = [0, 1, 2, 3].map(day => ({
  ...{ at: `2026-11-0${day}`, name: `${day} November`, label: String(day) },
  ...{ received: 1024 * MiB * day, sent: MiB * day },
}))

test('traffic in and out have a scale each, and an average since the first day with any', async () => {
  const t = await show(
    <TrafficChart places={traffic} caption="Traffic" axis="Day" image={{ about: '', file: 'x' }} />,
  )
  const average = (series: 'in' | 'out', value: string) =>
    t('dashboard.average', { series: t(`dashboard.${series}`), value })
  expect(drawn()).toEqual([
    ...[average('in', '2 GB'), ['3 GB', '0 Bytes']],
    ...[average('out', '2 MB'), ['3 MB', '0 Bytes']],
    ['0', '1', '2', '3'],
  ])
  const tall = [...document.querySelectorAll('figure rect')].map(bar => Number(bar.getAttribute('height')))
  expect(tall.slice(0, 3)).toEqual(tall.slice(3))
})

test('the image of a chart says what it shows, of whom, when, and by which scale', async () => {
  const written: string[] = []
  const pen = {
    ...{ fillRect: () => undefined, measureText: () => ({ width: 10 }) },
    fillText: (text: string) => written.push(text),
  }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(done => done(new Blob()))
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  onTestFinished(() => void vi.restoreAllMocks())
  const t = await show(
    <TrafficChart
      places={traffic}
      caption="Traffic by day"
      axis="Day"
      image={{ about: 'Lan · anh · November 2026', file: 'x' }}
    />,
  )
  fireEvent.click(screen.getByText(t('dashboard.picture')))
  await expect.poll(() => saved.mock.calls.length).toBe(1)
  const legend = (series: 'in' | 'out', value: string) =>
    t('dashboard.average', { series: t(`dashboard.${series}`), value })
  expect(written).toEqual([
    ...['Traffic by day', 'Lan · anh · November 2026'],
    ...[legend('in', '2 GB'), '0 Bytes', '1.5 GB', '3 GB'],
    ...[legend('out', '2 MB'), '0 Bytes', '1.5 MB', '3 MB'],
    ...['0', '1', '2', '3'],
  ])
})

test('a day of one request that sent nothing is in the table', async () => {
  const day = { at: '2026-11-02', name: '2 November', label: '2', received: 0, sent: 0, requests: 1 }
  const empty = { ...day, at: '2026-11-01', name: '1 November', requests: 0 }
  const t = await show(
    <TrafficChart places={[empty, day]} caption="Traffic" axis="Day" image={{ about: '', file: 'x' }} />,
  )
  fireEvent.click(screen.getByText(t('dashboard.asTable')))
  expect(
    screen
      .getAllByRole('row')
      .map(({ textContent }) => textContent)
      .slice(1),
  ).toEqual([`2 November${'0 Bytes'.repeat(2)}1`])
})

test('the months, days and hours of traffic end at the server’s clock, whatever the browser’s', () => {
  const told = (date: Date) => learnServerTime(new Response(null, { headers: { date: date.toUTCString() } }))
  onTestFinished(() => told(new Date()))
  told(new Date('2031-02-03T04:30:00Z'))
  const ends = (places: { at: string }[]) => [places.length, places.at(-1)?.at]
  expect(ends(placesOf({ year: 2031, month: null }, []))).toEqual([2, '2031-02'])
  expect(ends(placesOf({ year: 2031, month: 2 }, []))).toEqual([3, '2031-02-03'])
  expect(ends(hourPlaces('2031-02-03', []))).toEqual([5, '04:00'])
  expect(ends(placesOf({ year: 2030, month: null }, []))).toEqual([12, '2030-12'])
})
