// @module-tag packages
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stageProgram } from '../../build/release/program.ts'
import { makeSingle } from '../../build/release/single.ts'
import { ownTarget } from '../../build/release/target.ts'
import { version } from '../../server/program.ts'
import { signInApi } from '../support/api.ts'
import { announced } from './announced.ts'

const email = 'admin@kho.local'
const said = `${version} (Node ${process.versions.node})\n`
const password = 'Vuon-tao#1'

let dir: string
let kho: string
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'kho-single-'))
  const stage = join(dir, 'stage')
  mkdirSync(stage)
  await stageProgram(stage, process.env.TEST_PAGES ?? 'dist')
  await makeSingle(stage, join(dir, 'blob'), dir, version, await ownTarget())
  rmSync(stage, { recursive: true })
  kho = join(dir, `kho-${version}-${process.platform}-${process.arch}`)
}, 300_000)
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const environment = () => ({
  ...{ PATH: '', XDG_CACHE_HOME: join(dir, 'cache'), KHO_DATA_DIR: join(dir, 'data') },
  ...{ KHO_PORT: '0', KHO_S3_PORT: '0', KHO_ADMIN_PASSWORD: password },
})
const call = (...args: string[]) => execFileSync(kho, args, { env: environment(), encoding: 'utf8' })

async function start(): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(kho, ['start'], { env: environment(), stdio: ['ignore', 'pipe', 'pipe'] })
  const { said: started, url } = await announced(child)
  expect(started).not.toContain('Warning')
  return { child, url }
}

test('one file is Kho, without Node and anything else: signed in, stored, verified and backed up', async () => {
  expect(call('--version')).toBe(said)
  const { child, url } = await start()
  const api = await signInApi(url, email, password)
  await api.call('POST', '/bucket', { bucket: 'kept' })
  // Enough bytes for the threads that compute hashes.
  const body = new Uint8Array(20_000_000)
  const files = [{ key: 'zeros', size: body.length }]
  const { urls } = await api.call<{ urls: string[] }>('POST', '/objects/get-put-urls', {
    bucket: 'kept',
    files,
  })
  expect((await fetch(urls[0]!, { method: 'PUT', body })).status).toBe(200)
  expect(await (await fetch(url)).text()).toContain('<title>Kho</title>')
  expect(call('backup', join(dir, 'copy'))).toContain(`The backup is in ${dir}/copy`)
  child.kill('SIGTERM')
  expect(await once(child, 'close')).toEqual([0, null])
  expect(call('verify')).toContain('1')
  expect(call('user', 'list')).toBe(`${email}  super admin\n`)
})

test('it is unpacked once, and says where it could not be', () => {
  const [folder, ...more] = readdirSync(join(dir, 'cache/kho'))
  expect([folder!.startsWith(`${version}-`), more]).toEqual([true, []])
  const locked = join(dir, 'locked')
  mkdirSync(locked)
  chmodSync(locked, 0o500)
  const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
  chmodSync(dir, 0o755)
  expect(() =>
    execFileSync(kho, ['--version'], { env: { XDG_CACHE_HOME: locked }, stdio: 'pipe', ...user }),
  ).toThrow(`Kho could not unpack itself into ${locked}/kho/${folder} (EACCES`)
})

test('a user without a home has it unpacked in the data folder', () => {
  if (process.getuid?.() !== 0) return
  const data = join(dir, 'homeless')
  mkdirSync(data)
  chownSync(data, 12345, 12345)
  chmodSync(dir, 0o755)
  const run = (env: NodeJS.ProcessEnv, command = '--version') =>
    execFileSync(kho, [command], { env, stdio: 'pipe', encoding: 'utf8', uid: 12345, gid: 12345 })
  expect(run({ KHO_DATA_DIR: data })).toBe(said)
  expect(readdirSync(join(data, 'program'))).toEqual(['kho'])
  expect(run({ KHO_DATA_DIR: data }, 'check')).toContain('The settings are valid')
  expect(() => run({})).toThrow('XDG_CACHE_HOME names one')
})

test('it runs nothing from a folder that others can change', () => {
  const shared = join(dir, 'shared')
  mkdirSync(join(shared, 'kho'), { recursive: true })
  chmodSync(join(shared, 'kho'), 0o777)
  expect(() => execFileSync(kho, ['--version'], { env: { XDG_CACHE_HOME: shared }, stdio: 'pipe' })).toThrow(
    `others can change ${shared}/kho`,
  )
})

test('what it could not unpack whole is removed', () => {
  const full = join(dir, 'full')
  // A limit of files' sizes stands for a full disk.
  const limited = ['-c', 'ulimit -f 100; exec "$0" --version', kho]
  expect(() => execFileSync('/bin/sh', limited, { env: { XDG_CACHE_HOME: full }, stdio: 'pipe' })).toThrow(
    `Kho could not unpack itself into ${full}/kho/`,
  )
  expect(readdirSync(join(full, 'kho'))).toEqual([])
})

test('of processes that unpack it at the same time, one folder stays', async () => {
  const both = join(dir, 'both')
  const ends = [1, 2].map(() =>
    once(spawn(kho, ['--version'], { env: { XDG_CACHE_HOME: both }, stdio: 'ignore' }), 'close'),
  )
  expect(await Promise.all(ends)).toEqual([
    [0, null],
    [0, null],
  ])
  expect(readdirSync(join(both, 'kho'))).toHaveLength(1)
})
