import { expect, test } from 'vitest'
import { pathOf, readPath, stepBack, walkAlong } from '../../flows/walk/model.ts'
import { modelsOf } from '../../flows/walk/page-models.ts'

const models = modelsOf(
  import.meta.glob(['../../machines/**/machine.ts', '../../machines/**/*-machine.ts'], { eager: true }),
  import.meta.glob('../flows/*.flow.ts', { eager: true }),
)

test('every machine can be walked by hand, from each of its starts', () => {
  expect(Object.keys(models).length).toBe(26)
  for (const [machine, { starts, begin }] of Object.entries(models)) {
    for (const start of starts) {
      const moment = begin(start)
      expect([machine, start, moment.active.length > 0]).toEqual([machine, start, true])
      expect(moment.isOver || moment.ways.length > 0).toBe(true)
      for (const way of moment.ways) expect(way.take().active.length).toBeGreaterThan(0)
    }
  }
})

const locked = {
  ...{ machine: 'pin', start: Object.keys(models).length > 0 ? models.pin!.starts[0]! : '' },
  steps: ['submit change', 'changePin: TOO_MANY_REQUESTS'],
}

test('a path leads through its steps, and is the same when it is copied', () => {
  const { walk, problem } = walkAlong(models, locked)
  expect(problem).toBeNull()
  expect(walk!.steps.at(-1)!.moment.active).toContain('changing.locked')
  expect(walk!.steps.at(-1)!.moment.taken.join()).toMatch(/^changing.submitting: .* → changing.locked$/)
  expect(walk!.steps.at(-1)!.moment.context.failure).toContain('TOO_MANY_REQUESTS')
  expect(readPath(JSON.stringify(pathOf(walk!)))).toEqual(locked)
  expect(pathOf(stepBack(walk!, 1)).steps).toEqual(['submit change'])
})

test.each([
  ['{ "machine": "pin"', 'This is not a path: it is no JSON.'],
  ['{ "machine": "pin" }', 'This is not a path: it has no machine, start and steps.'],
  [
    '{ "machine": "pin", "start": "", "steps": [1] }',
    'This is not a path: it has no machine, start and steps.',
  ],
])('the file %s is refused', (text, problem) => {
  expect(() => readPath(text)).toThrow(problem)
})

test.each([
  [{ machine: 'pen' }, 'There is no machine “pen” in this revision.', 0],
  [{ start: 'never' }, '“pin” does not start “never” in this revision.', 0],
  [{ steps: ['submit change', 'fly'] }, 'Step 2, “fly”, cannot happen there in this revision.', 2],
])('a path of another revision ends where it leads no further: %o', (other, said, steps) => {
  const { walk, problem } = walkAlong(models, { ...locked, ...other })
  expect([problem, walk?.steps.length ?? 0]).toEqual([said, steps])
})
