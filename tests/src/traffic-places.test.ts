import { expect, onTestFinished, test } from 'vitest'
import { learnServerTime } from '../../src/api/server-clock.ts'
import { hourPlaces, placesOf } from '../../src/dashboard/periods.ts'

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
