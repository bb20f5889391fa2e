import { expect, test } from 'vitest'
import { timeLeft } from '../../src/ui/time-left.ts'
import { SpeedMeter } from '../../src/uploads/panel/speed-meter.ts'
import { failureOf } from '../../src/uploads/transfer/storage-answer.ts'

test('a steady speed is told as it is', () => {
  const meter = new SpeedMeter()
  expect(Array.from({ length: 4 }, (_, second) => meter.measure(second, second * 500))).toEqual([
    null,
    500,
    500,
    500,
  ])
})

test('a change of speed comes through within seconds, without a jump', () => {
  const meter = new SpeedMeter()
  for (let second = 0; second <= 10; second++) meter.measure(second, second * 1000)
  const speeds = Array.from({ length: 12 }, (_, more) => meter.measure(11 + more, 10_000) ?? -1)
  expect(speeds[0]).toBeCloseTo(779, 0)
  expect(speeds.at(-1)).toBeLessThan(51)
})

test('bytes that are taken out count as none, and a pause begins anew', () => {
  const meter = new SpeedMeter()
  meter.measure(0, 1000)
  expect(meter.measure(1, 0)).toBe(0)
  expect(meter.measure(10, 5000)).toBeNull()
  expect(meter.measure(11, 5100)).toBe(100)
})

test('the time that is left is told where there is a speed', () => {
  expect([timeLeft(1000, 100), timeLeft(1000, null), timeLeft(1000, 0)]).toEqual([10, null, null])
})

test('what the storage answers is told apart by its code, else by its status', () => {
  const xml = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`
  expect([
    failureOf(404, xml('NoSuchUpload')),
    failureOf(404, xml('NoSuchBucket')),
    failureOf(403, xml('QuotaExceeded')),
    failureOf(403, xml('AccessDenied')),
    failureOf(403, ''),
    failureOf(507, ''),
    failureOf(413, ''),
    failureOf(503, xml('SlowDown')),
    failureOf(500, xml('InternalError')),
    failureOf(502, '<html>'),
    failureOf(429, ''),
    failureOf(400, xml('RequestTimeout')),
    failureOf(400, xml('InvalidArgument')),
  ]).toEqual([
    'UPLOAD_NOT_FOUND',
    'BUCKET_NOT_FOUND',
    'NOT_ENOUGH_STORAGE',
    'URL_REFUSED',
    'URL_REFUSED',
    'NOT_ENOUGH_STORAGE',
    'FILE_TOO_LARGE',
    'TOO_MANY_REQUESTS',
    'STORAGE_UNAVAILABLE',
    'STORAGE_UNAVAILABLE',
    'TOO_MANY_REQUESTS',
    'NETWORK',
    'UNKNOWN_ERROR',
  ])
})
