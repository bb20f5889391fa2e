// @module-tag packages
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checks, elsewhere, values } from './first-week/steps.ts'
import { bootMachine, type Machine } from './machine/machine.ts'

/*
 * Runs each ```sh block of docs/operations.md, in order, as root on a fresh Debian with systemd, and looks at what it has
 * done. A step that fails is red by itself: the others run as well.
 */

type Block = { heading: string; first: string; text: string }
const guide = readFileSync('docs/operations.md', 'utf8')
const blocks: Block[] = [...guide.matchAll(/^```sh\n(.*?)^```$/gms)].map(({ 1: text = '', index }) => ({
  heading: [...guide.slice(0, index).matchAll(/^#+ (.*)/gm)].at(-1)![1]!,
  first: text.split('\n')[0]!,
  text,
}))

const filled = (text: string) =>
  Object.entries(values).reduce(
    (now, [word, value]) => now.replace(new RegExp(`(?<![A-Z]_?)${word}(?!_?[A-Z])`, 'g'), value),
    text,
  )

/** A block, or a check after it, which prints these lines. */
type Step = { name: string; script: string; prints?: string[] }
const steps: Step[] = blocks.flatMap(({ heading, first, text }) => {
  const script = elsewhere[first] ? elsewhere[first].instead : filled(text)
  const after = (checks[first] ?? []).map(check => ({ ...check, name: `${heading}: ${check.name}` }))
  return [...(script === undefined ? [] : [{ name: `${heading}: ${first}`, script }]), ...after]
})

let machine: Machine | string
beforeAll(async () => {
  machine = await bootMachine(values.VERSION)
  if (typeof machine === 'string') return
  cpSync('tests/releases/first-week', machine.shared, { recursive: true })
  const begun = await machine.run(`. ./begin.sh ${values.VERSION} ${values.NEXT}`)
  if (begun.status !== 0) throw new Error(begun.output)
}, 1_200_000)
beforeEach(context => {
  if (typeof machine === 'string') context.skip(machine)
})
afterAll(async () => {
  if (typeof machine === 'object') await machine.stop()
}, 60_000)

/** A block runs as its reader would run it; a check has the functions of tools.sh. With what was logged if it fails. */
async function take({ script, prints }: Step): Promise<{ status: number; output: string }> {
  const { shared, run } = machine as Machine
  writeFileSync(join(shared, 'step.sh'), prints ? `. ./tools.sh\n${script}` : script)
  return run(
    `begun=$(date +%s) status=0 said=${prints ? '/tmp/checked' : '/tmp/said'}
    bash -e step.sh >$said 2>&1 || status=$?
    cat $said
    [ $status = 0 ] || journalctl -o cat --since "@$begun" | tail -40
    exit $status`,
    240,
  )
}

test('each step and block that is named beside the guide is there, once', () => {
  for (const names of [blocks.map(({ first }) => first), steps.map(({ name }) => name)])
    expect(names).toEqual([...new Set(names)])
  const firsts = new Set(blocks.map(({ first }) => first))
  expect([...Object.keys(elsewhere), ...Object.keys(checks)].filter(first => !firsts.has(first))).toEqual([])
})

// A second try would find what the first has left.
describe('the first week', { retry: 0, timeout: 600_000 }, () => {
  for (const step of steps) {
    test(step.name, async () => {
      const { status, output } = await take(step)
      const ran = { status, ...(step.prints && { lines: output.trim().split('\n') }) }
      expect(ran, `${step.script}\n${output}`).toEqual({
        status: 0,
        ...(step.prints && { lines: step.prints }),
      })
    })
  }
})
