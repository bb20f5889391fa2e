import ELK from 'elkjs/lib/elk.bundled.js'
import { describe, expect, test } from 'vitest'
import { createMachine } from 'xstate'
import { allMachines } from '../../build/flows.ts'
import { addressOf, readAddress } from '../../flows/address.ts'
import { type Chart, chartOf, statesOf } from '../../flows/chart.ts'
import { configOf } from '../../flows/export.ts'
import { closedAround, closedAtFirst, folded, shownIn, toggled, withChild } from '../../flows/fold.ts'
import { draw, drawByDefault, scoreOf, view } from '../../flows/layout.ts'
import { svgOf } from '../../flows/svg.ts'
import { inVietnamese, vietnamese } from '../../flows/vietnamese.ts'

const elk = new ELK()
const charts = (await allMachines()).map(chartOf)
const chartNamed = (name: string) => charts.find(({ id }) => id === name)!

async function isDrawnWell(chart: Chart) {
  const drawing = await draw(elk, chart)
  expect(scoreOf(drawing).overlaps).toBe(0)
  expect(scoreOf(drawing).total).toBeLessThanOrEqual(scoreOf(await drawByDefault(elk, chart)).total)
  const svg = svgOf(drawing)
  for (const { path } of drawing.states) expect(svg).toContain(`data-state="${path}"`)
  for (const { name } of chart.transitions.filter(({ targets }) => targets.length > 0))
    expect(svg).toContain(`data-transition="${name}"`)
}

test.each(['leave-guard', 'toast'])('%s is drawn without overlaps, and no worse than by default', name =>
  isDrawnWell(chartNamed(name)),
)

test('no letter of a drawing is smaller than 12 px', async () => {
  const svg = svgOf(await drawByDefault(elk, chartNamed('upload')))
  const sizes = [...svg.matchAll(/font-size: ([\d.]+)px/g)].map(([, size]) => Number(size))
  expect(Math.min(...sizes)).toBe(12)
})

test('of drawings that are else the same the one with the least scrolling is best, and scrolling down costs less than across', async () => {
  const drawing = await drawByDefault(elk, chartNamed('leave-guard'))
  const [fits, high, wide] = [
    { ...view },
    { ...view, height: 2 * view.height },
    { ...view, width: 2 * view.width },
  ].map(size => scoreOf({ ...drawing, ...size }))
  expect([fits, high, wide].map(score => score!.scrolling)).toEqual([
    { across: 0, down: 0 },
    { across: 0, down: 1 },
    { across: 1, down: 0 },
  ])
  expect(fits!.total).toBeLessThan(high!.total)
  expect(high!.total).toBeLessThan(wide!.total)
})

test('a drawing of a chart that is no longer shown is given up', async () => {
  const reason = new Error('left')
  await expect(draw(elk, chartNamed('leave-guard'), AbortSignal.abort(reason))).rejects.toBe(reason)
})

test('a chart in Vietnamese is drawn with no English but names', async () => {
  const { transitions } = inVietnamese(chartNamed('upload'))
  const labels = transitions.filter(({ cause }) => cause !== 'event').map(({ label }) => label)
  expect(labels.filter(label => !/^(luôn luôn|sau .+|.+ xong|.+ lỗi|xong)$/.test(label))).toEqual([])
  const svg = svgOf(
    await drawByDefault(
      elk,
      inVietnamese(folded(chartNamed('session'), new Set(['signedIn.open.steps.pinSetUp']))),
    ),
  )
  const texts = [...svg.matchAll(/<text[^>]*>([^<]*)/g)].map(([, text]) => text!)
  expect(
    texts.filter(text =>
      /^(entry|exit|waits for|always|after|▸ \d+ states)|\[else\]| is done| fails/.test(text),
    ),
  ).toEqual([])
  expect(texts).toEqual(expect.arrayContaining(['▸ 2 trạng thái bên trong', 'chờ signOut', '[còn lại]']))
})

describe('of all charts', { tags: ['looks'], timeout: 300_000 }, () => {
  test.each(charts.map(chart => [chart.id, chart] as const))(
    '%s is drawn without overlaps, and no worse than by default, whole and as it is shown at first',
    async (_, chart) => {
      await isDrawnWell(chart)
      await isDrawnWell(folded(chart, closedAtFirst(chart)))
    },
  )

  test('of those with more than twelve states at least half are drawn better than by default', async () => {
    const large = charts.filter(chart => statesOf(chart).length > 13)
    let better = 0
    for (const chart of large) {
      const [drawing, plain] = [await draw(elk, chart), await drawByDefault(elk, chart)]
      if (scoreOf(drawing).total < scoreOf(plain).total) better++
    }
    expect(better).toBeGreaterThanOrEqual(large.length / 2)
  })
})

test.each(charts.map(chart => [chart.id, chart] as const))(
  'what is exported of %s is a machine with the same chart',
  (_, chart) => {
    const { root, transitions } = chartOf(createMachine(configOf(chart)))
    expect(root).toEqual(chart.root)
    expect(transitions.map(({ name, guard, actions }) => [name, guard, actions])).toEqual(
      chart.transitions.map(({ name, guard, actions }) => [name, guard, actions]),
    )
  },
)

test('every description has its Vietnamese, and none is left of what is described no more', () => {
  const descriptions = new Set(charts.flatMap(chart => statesOf(chart).map(({ description }) => description)))
  const without = [...descriptions].filter(text => !(text in vietnamese))
  const unused = Object.keys(vietnamese).filter(text => !descriptions.has(text))
  expect({ without, unused }, 'flows/vietnamese.ts').toEqual({ without: [], unused: [] })
})

test('an address leads to its state and its transition', () => {
  for (const chart of charts) {
    for (const { name } of chart.transitions)
      expect(readAddress(addressOf({ machine: chart.id, transition: name }))).toEqual({
        ...{ machine: chart.id, transition: name },
      })
  }
  expect(readAddress('')).toBeNull()
  expect(readAddress('#/pin')).toEqual({ machine: 'pin' })
})

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
  const session = chartNamed('session')
  const authenticate = chartNamed('authenticate')
  const chart = withChild(session, 'signedOut.form.open', 'authenticate', authenticate)
  expect(pathsOf(chart)).toContain('signedOut.form.open.authenticate.code.locked')
  expect(chart.transitions.length).toBe(session.transitions.length + authenticate.transitions.length)
  const paths = new Set(pathsOf(chart))
  for (const { source, targets } of chart.transitions)
    for (const path of [source, ...targets]) expect(paths).toContain(path)
})
