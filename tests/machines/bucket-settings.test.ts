import { expect, test } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { actor } from '../../machines/actor.ts'
import {
  bucketSettingsMachine,
  type SettingRead,
  type SettingSave,
} from '../../machines/bucket-settings/machine.ts'
import {
  selectBusy,
  selectFailure,
  selectStale,
  selectStored,
  selectTheirs,
  selectYours,
} from '../../machines/bucket-settings/selectors.ts'

const lost = { ok: false, code: 'NETWORK' } as const

/** An editor of a setting, and the setting as the server has it. */
function editor(server = { value: 'first' as unknown, revision: 1, told: 0, readable: true }) {
  const revision = () => `r${server.revision}`
  const flow = createActor(
    bucketSettingsMachine.provide({
      actors: {
        saveSetting: actor(
          async ({ value, revision: seen }: SettingSave['input']): Promise<SettingSave['output']> => {
            if (seen !== revision()) return { ok: false, code: 'SETTING_CHANGED' }
            Object.assign(server, { value, revision: server.revision + 1 })
            return { ok: true }
          },
        ),
        readSetting: actor(
          async (): Promise<SettingRead['output']> =>
            server.readable ? { ok: true, stored: { value: server.value, revision: revision() } } : lost,
        ),
      },
      actions: {
        'tell saved': () => {
          server.told += 1
        },
      },
    }),
    { input: { stored: { value: server.value, revision: revision() } } },
  ).start()
  const settled = () => waitFor(flow, snapshot => !selectBusy(snapshot))
  return { flow, server, settled }
}

test('what is saved is shown as the storage keeps it, and is told', async () => {
  const { flow, server, settled } = editor()
  flow.send({ type: 'save', value: 'second' })
  const end = await settled()
  expect([selectStored(end), server.told, selectFailure(end)]).toEqual([
    { value: 'second', revision: 'r2' },
    1,
    null,
  ])
})

test('a value that another one has saved meanwhile is shown beside yours, and stays where you keep it', async () => {
  const { flow, server, settled } = editor()
  Object.assign(server, { value: 'theirs', revision: 2 })
  flow.send({ type: 'save', value: 'yours' })
  const asked = await settled()
  expect([selectTheirs(asked)?.value, selectYours(asked), server.value]).toEqual([
    'theirs',
    'yours',
    'theirs',
  ])
  flow.send({ type: 'keep theirs' })
  const end = flow.getSnapshot()
  expect([selectStored(end), selectTheirs(end), server.told]).toEqual([
    { value: 'theirs', revision: 'r2' },
    null,
    0,
  ])
})

test('a save whose answer was lost is no conflict with oneself', async () => {
  const { flow, server, settled } = editor()
  Object.assign(server, { value: [{ key: 'b' }, { key: 'a' }], revision: 2 })
  flow.send({ type: 'save', value: [{ key: 'a' }, { key: 'b' }] })
  const end = await settled()
  expect([selectStored(end).revision, selectTheirs(end), server.told]).toEqual(['r2', null, 1])
})

test('yours replaces the other value only once you say so, and not a third one', async () => {
  const { flow, server, settled } = editor()
  Object.assign(server, { value: 'theirs', revision: 2 })
  flow.send({ type: 'save', value: 'yours' })
  await settled()
  Object.assign(server, { value: 'third', revision: 3 })
  flow.send({ type: 'save yours' })
  expect(selectTheirs(await settled())?.value).toBe('third')
  flow.send({ type: 'save yours' })
  expect(selectStored(await settled())).toEqual({ value: 'yours', revision: 'r4' })
})

test('what is saved is told once it is shown', async () => {
  const { flow, server } = editor()
  const told: [value: unknown, times: number][] = []
  flow.subscribe(snapshot => told.push([selectStored(snapshot).value, server.told]))
  flow.send({ type: 'save', value: 'second' })
  await waitFor(flow, snapshot => selectStored(snapshot).value === 'second')
  expect(told.filter(([value, times]) => value === 'first' && times > 0)).toEqual([])
  expect(told.at(-1)).toEqual(['second', 1])
})

test('a value that was saved and cannot be read again is not saved twice', async () => {
  const { flow, server, settled } = editor()
  server.readable = false
  flow.send({ type: 'save', value: 'second' })
  const stale = await settled()
  expect([selectStale(stale), selectFailure(stale)?.code, server.told]).toEqual([true, 'NETWORK', 0])
  expect(stale.can({ type: 'save', value: 'second' })).toBe(false)
  server.readable = true
  flow.send({ type: 'retry' })
  const end = await settled()
  expect([selectStored(end), server.told]).toEqual([{ value: 'second', revision: 'r2' }, 1])
})
