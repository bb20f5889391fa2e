import { expect, test } from 'vitest'
import { allMachines } from '../../build/flows.ts'
import { type Chart, chartOf, statesOf } from '../../flows/chart.ts'
import { closedAround, closedAtFirst, folded, shownIn, toggled, withChild } from '../../flows/fold.ts'

const charts = (await allMachines()).map(chartOf)
const chartNamed = (name: string) => charts.find(({ id }) => id === name)!
const pathsOf = (chart: Chart) => statesOf(chart).map(({ path }) => path)

test('a closed state hides what is in it, and arrows lead to it and from it', () => {
  const upload = chartNamed('upload')
  const closed = folded(upload, new Set(['working', 'working.sending']))
  expect(pathsOf(closed).filter(path => path.startsWith('working'))).toEqual(['working'])
  const inside = pathsOf(upload).filter(path => path.startsWith('working.')).length
  expect(statesOf(closed).find(({ path }) => path === 'working')!.hidden).toBe(inside)
  const ends = closed.transitions.flatMap(({ source, targets }) => [source, ...targets])
  expect(ends.filter(path => path.startsWith('working.'))).toEqual([])
  const leaves = (chart: Chart, from: (path: string) => boolean) =>
    new Set(chart.transitions.filter(({ source }) => from(source)).flatMap(({ targets }) => targets))
  const outside = [...leaves(upload, path => path.startsWith('working'))].filter(
    path => !path.startsWith('working'),
  )
  expect([...leaves(closed, path => path === 'working')].filter(path => path !== 'working').sort()).toEqual(
    outside.sort(),
  )
})

test('of a large chart little is open at first, and a state that is looked for is shown', () => {
  for (const chart of charts) expect(statesOf(folded(chart, closedAtFirst(chart))).length).toBeLessThan(17)
  const upload = chartNamed('upload')
  const closed = closedAtFirst(upload)
  for (const path of pathsOf(upload)) expect(pathsOf(folded(upload, shownIn(closed, path)))).toContain(path)
  expect(toggled(toggled(closed, 'paused'), 'paused')).toEqual(closed)
})

test('around some states a large chart is open, and else closed', () => {
  const upload = chartNamed('upload')
  const open = pathsOf(folded(upload, closedAround(upload, ['working.starting.pausing'])))
  expect(open).toContain('working.starting.pausing')
  expect(open).toContain('working.sending')
  expect(open).not.toContain('working.sending.pausing')
})

test('a child machine is drawn inside the state that waits for it', () => {
  const signIn = chartNamed('sign-in')
  const authenticate = chartNamed('authenticate')
  const chart = withChild(signIn, 'authenticating', 'authenticate', authenticate)
  expect(pathsOf(chart)).toContain('authenticating.authenticate.code.locked')
  expect(chart.transitions.length).toBe(signIn.transitions.length + authenticate.transitions.length)
  const paths = new Set(pathsOf(chart))
  for (const { source, targets } of chart.transitions)
    for (const path of [source, ...targets]) expect(paths).toContain(path)
})
