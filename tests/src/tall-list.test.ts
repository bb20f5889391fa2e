import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  elementHeight,
  inElement,
  inList,
  isAtWrongEnd,
  type Scrolled,
  scrolledTo,
  scrolledToList,
  tallest,
} from '../../src/files/list/large/tall-list.ts'

const view = 800
const height = fc.integer({ min: 0, max: 500_000_000 })
const share = fc.double({ min: 0, max: 1, noNaN: true })

test('a list that fits is scrolled as it is', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: tallest }), share, (height, share) => {
      const top = Math.round(share * height)
      expect(elementHeight(height)).toBe(height)
      expect([inList(top, height), inElement(top, height)]).toEqual([top, top])
      expect(scrolledTo({ top: 0, shift: 0 }, top, height, view)).toEqual({ top, shift: 0 })
      expect(scrolledToList(top, height)).toEqual({ top, shift: 0 })
    }),
  )
})

test('each place of a list has one in its element, in their order', () => {
  fc.assert(
    fc.property(height, share, share, (height, a, b) => {
      const [low, high] = [a, b].sort((a, b) => a - b).map(share => share * height) as [number, number]
      const [first, second] = [inElement(low, height), inElement(high, height)]
      expect(first).toBeLessThanOrEqual(second)
      expect(second).toBeLessThanOrEqual(elementHeight(height))
      expect(inList(first, height)).toBeCloseTo(low, 3)
    }),
  )
})

type Move =
  | { type: 'scroll'; by: number }
  | { type: 'draw'; to: number }
  | { type: 'rest' }
  | { type: 'go'; to: number }
const move = fc.oneof<fc.Arbitrary<Move>[]>(
  fc.record({ type: fc.constant('scroll'), by: fc.integer({ min: -2 * view, max: 2 * view }) }),
  fc.record({ type: fc.constant('draw'), to: share }),
  fc.record({ type: fc.constant('rest') }),
  fc.record({ type: fc.constant('go'), to: share }),
)

test('whatever is scrolled, a short way moves rows as far, and both ends of a list are reached', () => {
  fc.assert(
    fc.property(fc.integer({ min: tallest + 1, max: 500_000_000 }), fc.array(move), (height, moves) => {
      const most = tallest - view
      let now: Scrolled = { top: 0, shift: 0 }
      const place = () => now.top - now.shift
      const inside = (top: number) => Math.max(0, Math.min(top, most))
      const settle = () => {
        now = scrolledToList(Math.max(0, Math.min(place(), height - view)), height)
      }
      for (const move of moves) {
        const before = { place: place(), top: now.top }
        if (move.type === 'rest') settle()
        else if (move.type === 'go') now = scrolledToList(move.to * (height - view), height)
        else {
          const top = inside(move.type === 'draw' ? Math.round(move.to * most) : now.top + move.by)
          now = scrolledTo(now, top, height, view)
          if (move.type === 'scroll') expect(place() - before.place).toBe(top - before.top)
          if (isAtWrongEnd(now, height, view)) settle()
        }
        // Rounding is less than a row.
        expect(place()).toBeGreaterThanOrEqual(0)
        expect(place()).toBeLessThanOrEqual(height - view + 2)
        if (move.type === 'rest' && before.place > 0)
          expect(Math.abs(place() - before.place)).toBeLessThanOrEqual(2)
      }
      for (const [to, end] of [
        [0, 0],
        [most, height - view],
      ] as const) {
        now = scrolledTo({ top: tallest / 2, shift: 0 }, to, height, view)
        expect(Math.abs(place() - end)).toBeLessThanOrEqual(1)
      }
    }),
  )
})
