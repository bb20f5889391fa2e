import { expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { folderTreeMachine } from '../../machines/folder-tree/machine.ts'
import { selectChosen, selectHas, selectPath, selectRows } from '../../machines/folder-tree/selectors.ts'
import type { SubfolderRead, TreeRow } from '../../machines/folder-tree/types.ts'

const all = (...names: string[]) => ({ names, complete: true })
const turn = () => new Promise<void>(resolve => setImmediate(resolve))

/** A row in short, two spaces for each level below the first: `-` open, `+` closed, `·` without subfolders. */
function inShort(row: TreeRow): string {
  const signs = row.kind === 'folder' ? { true: '-', false: '+', null: '·' } : null
  const text = row.kind === 'folder' ? `${signs![`${row.isOpen}`]} ${row.name}` : row.kind
  return '  '.repeat(row.level - 1) + text
}

/** A tree over folders (by bucket, prefix and search) that hold these subfolders. */
async function start(path: string, folders: Record<string, { names: string[]; complete: boolean }>) {
  const reads: string[] = []
  const readSubfolders = fromPromise<SubfolderRead['output'], SubfolderRead['input']>(async ({ input }) => {
    const place = `${input.bucket ?? ''}:${input.prefix}:${input.search}`
    reads.push(place)
    const found = folders[place]
    return found ? { ok: true, ...found } : { ok: false, code: 'NETWORK' }
  })
  const machine = folderTreeMachine.provide({ actors: { readSubfolders } })
  const flow = createActor(machine, { input: { path } }).start()
  const now = () => flow.getSnapshot()
  await turn()
  return {
    reads,
    now,
    rows: () => selectRows(now()).map(inShort),
    async send(event: Parameters<typeof flow.send>[0]) {
      flow.send(event)
      await turn()
    },
  }
}

const world = {
  '::': all('anh/', 'phim/'),
  'anh::': all('Hè/', 'Tết/'),
  'anh:Tết/:': all('2026/'),
  'anh:Tết/2026/:': all(),
}

test('the folder that it starts with is in sight and chosen, with its own subfolders', async () => {
  const { rows, now, reads } = await start('anh/Tết/', world)
  expect(rows()).toEqual(['- anh/', '  + Hè/', '  - Tết/', '    + 2026/', '+ phim/'])
  expect(selectChosen(now())).toBe('anh/Tết/')
  expect(reads).toEqual(['::', 'anh::', 'anh:Tết/:'])
})

test('a folder is read once, when it opens; one without subfolders cannot be opened', async () => {
  const { rows, send, reads, now } = await start('anh/', world)
  await send({ type: 'open', path: 'anh/Tết/' })
  await send({ type: 'choose', path: 'anh/Tết/2026/' })
  expect(rows()).toEqual(['- anh/', '  + Hè/', '  - Tết/', '    · 2026/', '+ phim/'])
  expect(selectPath(now())).toBe('anh/Tết/2026/')
  await send({ type: 'close', path: 'anh/' })
  expect(rows()).toEqual(['+ anh/', '+ phim/'])
  await send({ type: 'open', path: 'anh/' })
  expect(rows()).toEqual(['- anh/', '  + Hè/', '  - Tết/', '    · 2026/', '+ phim/'])
  expect(reads).toEqual(['::', 'anh::', 'anh:Tết/:', 'anh:Tết/2026/:'])
})

test('a typed path opens the tree as far as it leads, and chooses the folder with its slash or without', async () => {
  const { rows, send, now } = await start('phim/', { ...world, 'phim::': all() })
  await send({ type: 'type', path: 'anh/Tết' })
  expect(rows()).toEqual(['- anh/', '  + Hè/', '  + Tết/', '· phim/'])
  expect(selectChosen(now())).toBe('anh/Tết/')
  await send({ type: 'type', path: 'anh/Tết/mới/' })
  expect(rows()).toEqual(['- anh/', '  + Hè/', '  - Tết/', '    + 2026/', '· phim/'])
  expect([selectPath(now()), selectChosen(now())]).toEqual(['anh/Tết/mới/', null])
})

test('of a folder with too many subfolders, the one of a typed path is searched for', async () => {
  const { rows, send, now, reads } = await start('anh/', {
    ...world,
    'anh::': { names: ['Hè/'], complete: false },
    'anh::T': all('Tết/', 'Thu/'),
  })
  expect(rows()).toEqual(['- anh/', '  + Hè/', '  cut', '+ phim/'])
  await send({ type: 'type', path: 'anh/T' })
  expect(rows()).toEqual(['- anh/', '  + Hè/', '  + Tết/', '  + Thu/', '  cut', '+ phim/'])
  await send({ type: 'choose', path: 'anh/Thu/' })
  expect(selectChosen(now())).toBe('anh/Thu/')
  expect(reads).toEqual(['::', 'anh::', 'anh::T', 'anh:Thu/:'])
})

test('a folder that cannot be read says so in its place, and is read again', async () => {
  const folders: Parameters<typeof start>[1] = { '::': world['::'], 'anh::': world['anh::'] }
  const { rows, send } = await start('anh/Tết/', folders)
  expect(rows()).toEqual(['- anh/', '  + Hè/', '  - Tết/', '    failed', '+ phim/'])
  folders['anh:Tết/:'] = world['anh:Tết/:']
  await send({ type: 'retry', path: 'anh/Tết/' })
  expect(rows()).toEqual(['- anh/', '  + Hè/', '  - Tết/', '    + 2026/', '+ phim/'])
})

test('a folder that was created is chosen, as the first and without another reading', async () => {
  const { rows, send, now, reads } = await start('anh/', world)
  expect([selectHas(now(), 'Tết/'), selectHas(now(), 'Thu/')]).toEqual([true, false])
  await send({ type: 'folder created', path: 'anh/Thu/' })
  expect(rows()).toEqual(['- anh/', '  · Thu/', '  + Hè/', '  + Tết/', '+ phim/'])
  expect([selectPath(now()), selectChosen(now())]).toEqual(['anh/Thu/', 'anh/Thu/'])
  expect(reads).toEqual(['::', 'anh::'])
})
