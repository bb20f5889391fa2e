// @module-tag packages
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeDeb } from '../../build/release/deb.ts'
import { stageProgram } from '../../build/release/program.ts'
import { elsewhere, follows, values } from './first-week/run.ts'

/*
 * Runs each ```sh block of docs/operations.md, in order, in a copy of this machine with the Debian package, nginx and
 * PostgreSQL. systemd does not run in a chroot: first-week/systemctl does what the unit says, and first-week/journalctl
 * prints what Kho has written.
 */

type Block = { name: string; text: string }
const blocks: Block[] = [...readFileSync('docs/operations.md', 'utf8').matchAll(/^```sh\n(.*?)^```$/gms)].map(
  ([, text]) => ({ name: text!.split('\n')[0]!, text: text! }),
)

let dir: string
let missing: string | null = null
beforeAll(async () => {
  const chroot = [
    '--mount',
    '--pid',
    '--fork',
    'chroot',
    '/',
    'sh',
    '-c',
    'which dpkg-deb nginx psql python3 curl',
  ]
  if (process.getuid?.() !== 0 || spawnSync('unshare', chroot).status !== 0) {
    missing = 'asks for root, unshare, dpkg, nginx, postgresql, python3 and curl'
    return
  }
  dir = mkdtempSync(join(tmpdir(), 'kho-week-'))
  const stage = join(dir, 'stage')
  mkdirSync(stage)
  await stageProgram(stage, process.env.TEST_PAGES ?? 'dist')
  mkdirSync(join(dir, 'deb'))
  await makeDeb(stage, join(dir, 'deb'), dir, values.VERSION)
  rmSync(join(dir, 'deb'), { recursive: true })
  rmSync(stage, { recursive: true })
  cpSync('tests/releases/first-week', dir, { recursive: true })
}, 300_000)
beforeEach(context => {
  if (missing !== null) context.skip(missing)
})
afterAll(() => {
  if (dir) rmSync(dir, { recursive: true, force: true })
})

const filled = (text: string) =>
  Object.entries(values).reduce(
    (now, [word, value]) => now.replace(new RegExp(`(?<![A-Z]_?)${word}(?!_?[A-Z])`, 'g'), value),
    text,
  )

/** The script of all blocks, each with what follows it. */
const wholeWeek = () =>
  blocks.flatMap(({ name, text }, at) => {
    writeFileSync(
      join(dir, `block-${at}.sh`),
      elsewhere[name] ? (elsewhere[name].instead ?? '') : filled(text),
    )
    return [`block ${at}`, follows[name]?.script ?? '']
  })

async function inChroot(script: string): Promise<string> {
  writeFileSync(join(dir, 'week.sh'), `set -e\ncd /shared\n${script}\n`)
  const run = 'exec bash /shared/week.sh'
  const args = ['--mount', '--pid', '--fork', '--net', 'sh', 'tests/releases/in-chroot.sh', dir, run]
  const child = spawn('unshare', args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', data => (said += data))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`The week ended with ${code}: ${said.slice(-4000)}`)
  return said
}

test('each block that is named here is in the guide, once', () => {
  const names = blocks.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)])
  expect([...Object.keys(elsewhere), ...Object.keys(follows)].filter(name => !names.includes(name))).toEqual(
    [],
  )
})

test('the first week goes as the guide has it', async () => {
  const said = await inChroot(
    [`. /shared/begin.sh ${values.VERSION} ${values.NEXT}`, ...wholeWeek()].join('\n'),
  )
  const [, ...parts] = said.split(/^@@ after (\d+)\n/m)
  const after = Object.fromEntries(
    blocks.map(({ name }, at) => [name, parts[2 * at + 1]!.split(/^@@ /m)[0]!.trim().split('\n')]),
  )
  const prints = Object.entries(follows).map(([name, { prints }]) => [
    name,
    prints.length > 0 ? prints : [''],
  ])
  expect(Object.fromEntries(prints.map(([name]) => [name, after[name as string]]))).toEqual(
    Object.fromEntries(prints),
  )
}, 600_000)
