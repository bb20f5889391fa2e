import { expect, test } from 'vitest'
import { timeLeft } from '../../src/ui/time-left.ts'
import { SpeedMeter } from '../../src/uploads/transfer/speed-meter.ts'
import { failureOf } from '../../src/uploads/transfer/storage-answer.ts'

const MB = 1_000_000

/**
 * Sends parts of 5 MB over a line of `bytesPerSecond`, of which one part has all, and from then on `atOnce` an equal
 * share. Returns what is shown each quarter of a second.
 */
function shownOn(bytesPerSecond: number, seconds: number, atOnce = 2): (number | null)[] {
  const meter = new SpeedMeter()
  const shown: (number | null)[] = []
  const step = 50
  let parts = [{ left: 5 * MB, end: meter.begin(0) }]
  for (let now = step; now <= seconds * 1000; now += step) {
    const share = (bytesPerSecond * step) / 1000 / parts.length
    for (const part of parts) part.left -= share
    const ended = parts.filter(({ left }) => left <= 0)
    for (const { end } of ended) end(now, 5 * MB)
    parts = parts.filter(({ left }) => left > 0)
    while (ended.length > 0 && parts.length < atOnce) parts.push({ left: 5 * MB, end: meter.begin(now) })
    if (now % 250 === 0) shown.push(meter.speed(now))
  }
  return shown
}

test.each([
  [0.4, 60, 13],
  [3, 20, 6],
  [25, 20, 3],
])(
  'on a line of %f MB/s what is shown is within a tenth of it from the beginning',
  (speed, seconds, from) => {
    const shown = shownOn(speed * MB, seconds)
    for (const each of shown) {
      if (each !== null) expect(Math.abs(each / (speed * MB) - 1)).toBeLessThan(0.1)
    }
    expect(shown.slice(from * 4)).not.toContain(null)
  },
)

test('a line that changes its speed is seen once the storage has acknowledged what went over it', () => {
  const meter = new SpeedMeter()
  for (let second = 0; second < 10; second++) meter.begin(second * 1000)(second * 1000 + 1000, MB)
  expect(meter.speed(10_000)).toBe(MB)
  for (let second = 10; second < 30; second++) meter.begin(second * 1000)(second * 1000 + 1000, MB / 2)
  expect(meter.speed(30_000)).toBe(MB / 2)
})

test('a request that takes far longer than the others makes the speed unknown', () => {
  const meter = new SpeedMeter()
  for (let request = 0; request < 3; request++) meter.begin(0)(4000, MB)
  meter.begin(4000)
  expect(
    [meter.speed(4000), meter.speed(16_000), meter.speed(16_001)].map(speed => speed && speed / MB),
  ).toEqual([0.75, 0.75, null])
})

test('what was not stored counts as time, and a pause begins anew', () => {
  const meter = new SpeedMeter()
  meter.begin(0)(2000, 0)
  meter.begin(2000)(3000, 2 * MB)
  expect(meter.speed(3000)).toBeNull()
  meter.begin(3000)(4000, 2 * MB)
  expect(meter.speed(4000)).toBe(MB)
  meter.reset()
  expect(meter.speed(5000)).toBeNull()
  meter.begin(9000)(19_000, 20 * MB)
  expect(meter.speed(19_000)).toBe(2 * MB)
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
