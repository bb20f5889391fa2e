import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { answerPictures, walkEnv } from '../../build/flow-screens.ts'
import { allMachines } from '../../build/flows.ts'
import type { Pictures } from '../../flows/use-pictures.ts'

const folder = mkdtempSync(join(tmpdir(), 'kho-screens-'))
const picture = 'pin/setting.editing.en.desktop.jpeg'
let runs: { test: string; end: (all: boolean) => void; fail: (error: Error) => void }[]
let hasChromium: boolean
let answer: ReturnType<typeof answerPictures>
const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1')

beforeEach(() => {
  runs = []
  hasChromium = true
  answer = answerPictures({
    folder,
    hasChromium: async () => hasChromium,
    take(test) {
      const { promise, resolve, reject } = Promise.withResolvers<boolean>()
      runs.push({ test, end: resolve, fail: reject })
      return promise
    },
  })
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

const request = (path: string, init?: RequestInit) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${path}`, init)
const read = async (path = '', init?: RequestInit): Promise<Pictures> => (await request(path, init)).json()
const take = (machine: string) => read(machine, { method: 'POST' })

test('pictures of one machine at a time are taken, and are there once they are', async () => {
  expect(await read()).toMatchObject({ names: [], taking: null })
  expect((await take('pin')).taking).toEqual({ machine: 'pin', status: 'running' })
  expect((await take('session')).taking).toEqual({ machine: 'pin', status: 'running' })
  expect(runs.map(({ test }) => test)).toEqual(['tests/flows/pin.browser.test.ts'])

  mkdirSync(join(folder, 'pin'))
  writeFileSync(join(folder, picture), 'a picture')
  expect((await read()).names).toEqual([picture])
  expect(await (await request(picture)).text()).toBe('a picture')
  runs[0]!.end(true)
  await expect.poll(async () => (await read()).taking).toEqual({ machine: 'pin', status: 'done' })
})

test('walks that fail are told, and another run can begin', async () => {
  await take('pin')
  runs[0]!.end(false)
  await expect.poll(async () => (await read()).taking).toEqual({ machine: 'pin', status: 'failed' })
  await take('session')
  runs[1]!.fail(new Error('No such program'))
  await expect.poll(async () => (await read()).taking).toEqual({ machine: 'session', status: 'failed' })
})

test('without Chromium nothing is started, until there is one', async () => {
  hasChromium = false
  expect((await take('pin')).taking).toEqual({ machine: 'pin', status: 'no chromium' })
  expect(runs).toEqual([])
  hasChromium = true
  expect((await take('pin')).taking).toEqual({ machine: 'pin', status: 'running' })
})

test('only machines whose walks in Chromium take pictures are offered, and each has such a test', async () => {
  const { shown } = await read()
  expect(shown).toEqual(expect.arrayContaining(['session', 'upload']))
  const machines = (await allMachines()).map(({ id }) => id)
  expect(shown.filter(machine => !machines.includes(machine))).toEqual([])
  expect(shown).not.toContain('job-feed')
  expect((await request('job-feed', { method: 'POST' })).status).toBe(404)
  expect((await request('..%2Fpin', { method: 'POST' })).status).toBe(404)
  expect((await request('..%2F..%2Fpackage.json')).status).toBe(404)
})

test('the console is built for the walks as it is for people, not for development', () => {
  expect(walkEnv({ PATH: '/bin', NODE_ENV: 'development' })).toEqual({ PATH: '/bin', FLOW_SCREENS: '1' })
})

test('another origin starts nothing', async () => {
  const headers = { 'sec-fetch-site': 'cross-site' }
  expect((await request('pin', { method: 'POST', headers })).status).toBe(403)
  expect(runs).toEqual([])
})
