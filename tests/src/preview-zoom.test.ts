import { expect, test } from 'vitest'
import { fitScale, limitScale, scrollAfter, stepScale, turned } from '../../src/files/preview/frame/zoom.ts'

const view = { width: 832, height: 632 }

test('a picture is shown whole with room around it, also turned, and a small one is not enlarged', () => {
  const wide = { width: 1600, height: 600 }
  expect([
    fitScale(wide, view),
    fitScale(turned(wide, 1), view),
    fitScale(turned(wide, 2), view),
    fitScale({ width: 16, height: 16 }, view),
  ]).toEqual([0.5, 0.375, 0.5, 1])
})

test('zooming goes in steps from any scale, between limits', () => {
  const picture = { width: 1600, height: 600 }
  expect([
    stepScale(0.5, 1),
    stepScale(0.499, 1),
    stepScale(0.9, -1),
    stepScale(1, -1),
    stepScale(8, 1),
  ]).toEqual([0.67, 0.67, 0.8, 0.8, 8])
  expect([
    limitScale(20, picture, view),
    limitScale(0.001, picture, view),
    limitScale(0.001, { width: 16_000, height: 10 }, view),
    limitScale(20, { width: 16_000, height: 10 }, view),
  ]).toEqual([8, 0.1, 0.05, 2])
})

test('the point under the pointer stays where it is, within the edges', () => {
  const axis = { view: 800, before: 800, after: 1600, scroll: 0 }
  expect([
    scrollAfter({ ...axis, at: 400 }),
    scrollAfter({ ...axis, at: 0 }),
    scrollAfter({ ...axis, at: 800 }),
    // A point of the picture at 100 px, which is centred before.
    scrollAfter({ ...axis, before: 400, at: 300 }),
    scrollAfter({ ...axis, before: 1600, after: 400, scroll: 700, at: 300 }),
  ]).toEqual([400, 0, 800, 100, 0])
})
