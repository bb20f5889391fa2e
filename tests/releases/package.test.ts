import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { signInApi } from '../support/api.ts'
import { announced } from './announced.ts'

const { version, dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
const email = 'admin@kho.local'
const password = 'Vuon-tao#1'

let dir: string
let release: string
let installed: string
const children = new Set<ChildProcess>()

/** Makes the release, and installs its package without network, from npm's cache. */
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'kho-package-'))
  release = join(dir, 'release')
  installed = join(dir, 'installed')
  execFileSync(process.execPath, [
    'build/release.ts',
    '--only-npm',
    ...['--out', release, '--pages', process.env.TEST_PAGES ?? 'dist'],
  ])
  const npm = (...args: string[]) => execFileSync('npm', args, { stdio: ['ignore', 'pipe', 'pipe'] })
  npm('cache', 'add', '--prefer-offline', `node-linux-${process.arch}@${dependencies.node}`)
  const quiet = ['--no-audit', '--no-fund']
  npm('install', '--offline', ...quiet, '--prefix', installed, join(release, `kho-${version}.tgz`))
}, 300_000)
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  children.clear()
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** Calls `kho`, from a Node that says it is of this version. */
function call(args: string[], { node = process.versions.node, env = {} } = {}) {
  const disguise = join(dir, `node-${node}.cjs`)
  writeFileSync(disguise, `Object.defineProperty(process.versions, 'node', { value: '${node}' })`)
  const script = join(installed, 'node_modules/kho/bin/kho.cjs')
  const child = spawn(process.execPath, ['--require', disguise, script, ...args], {
    env: {
      PATH: process.env.PATH,
      XDG_DATA_HOME: join(dir, 'data'),
      XDG_CACHE_HOME: join(dir, 'cache'),
      KHO_PORT: '0',
      KHO_S3_PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.add(child)
  const called = { child, said: '', ended: once(child, 'close').then(([code]) => code as number | null) }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', data => (called.said += data))
  return called
}

async function command(...args: Parameters<typeof call>) {
  const called = call(...args)
  return { code: await called.ended, said: called.said }
}

/** Starts Kho; gives the address of its console once it is said. */
async function start(options: Parameters<typeof call>[1] = {}) {
  const called = call(['start'], { ...options, env: { KHO_ADMIN_PASSWORD: password, ...options.env } })
  const { url } = await announced(called.child)
  const stop = async () => {
    called.child.kill('SIGTERM')
    return called.ended
  }
  return { url, stop }
}

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => [name, statSync(join(folder, name)).mtimeMs] as const)
    .sort()

test('the release has notes, sums that are right, and a bill of what is in it [V15.1.2]', () => {
  expect(readdirSync(release).sort()).toEqual([
    'SHA256SUMS',
    `kho-${version}.cdx.json`,
    `kho-${version}.intoto.json`,
    `kho-${version}.md`,
    `kho-${version}.tgz`,
  ])
  execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: release, stdio: 'ignore' })
  const bill = JSON.parse(readFileSync(join(release, `kho-${version}.cdx.json`), 'utf8'))
  expect(bill.metadata.component).toMatchObject({ type: 'application', name: 'kho', version, properties: [] })
  const names: string[] = bill.components.map(({ name }: { name: string }) => name)
  const builders = ['vite', '@vitejs/plugin-react']
  const shipped = Object.keys(dependencies).filter(name => !builders.includes(name))
  expect(names).toEqual(expect.arrayContaining(shipped))
  expect(names.filter(name => /vite|rolldown|lightningcss|canvas/.test(name))).toEqual([])
  expect(readFileSync(join(release, `kho-${version}.md`), 'utf8')).toMatch(`# Kho ${version}\n`)
  const notices = readFileSync(join(installed, 'node_modules/kho/THIRD-PARTY.txt'), 'utf8')
  expect(notices).toMatch(/^fastify 5\S+ \(MIT\)\n\n.*MIT License/m)
})

test('Kho from the package: signed in, backed up, restored and verified; the package stays as it is', async () => {
  const contents = filesOf(join(installed, 'node_modules/kho'))
  const first = await start()
  const api = await signInApi(first.url, email, password)
  await api.call('POST', '/bucket', { bucket: 'kept' })
  expect(await (await fetch(`${first.url}/api/health`)).json()).toEqual({ status: 'ok', version })
  const page = await (await fetch(first.url)).text()
  const entry = await fetch(new URL(/<script[^>]* src="([^"]+)"/.exec(page)![1]!, first.url))
  expect([entry.status, entry.headers.get('content-type')]).toEqual([
    200,
    expect.stringMatching(/javascript/),
  ])
  // A bundler may take the check of the path for nothing.
  expect((await fetch(`${first.url}/bucket-management/50%`)).status).toBe(200)
  expect(readdirSync(join(dir, 'data/kho'))).toEqual(expect.arrayContaining(['kho.sqlite', 's3', 'secret']))
  expect((await command(['user', 'list'])).said).toBe(`${email}  super admin\n`)

  const copy = join(dir, 'copy')
  expect(await command(['backup', copy])).toMatchObject({ code: 0 })
  expect(await first.stop()).toBe(0)
  const elsewhere = { KHO_DATA_DIR: join(dir, 'elsewhere') }
  expect(await command(['restore', copy], { env: elsewhere })).toMatchObject({ code: 0 })
  const second = await start({ env: elsewhere })
  const again = await signInApi(second.url, email, password)
  expect(await again.call('GET', '/bucket')).toMatchObject({ buckets: [{ name: 'kept' }] })
  expect(await second.stop()).toBe(0)
  expect(await command(['verify'], { env: elsewhere })).toMatchObject({ code: 0 })
  expect(filesOf(join(installed, 'node_modules/kho'))).toEqual(contents)
})

test('an older Node starts the one that came with the package, and passes signals on', async () => {
  const kho = await start({ node: '20.19.0', env: { KHO_DATA_DIR: join(dir, 'older') } })
  await signInApi(kho.url, email, password)
  expect(await kho.stop()).toBe(0)
})

test('an older Node alone says in one sentence what Kho needs', async () => {
  rmSync(join(installed, `node_modules/node-linux-${process.arch}`), { recursive: true })
  expect(await command(['--version'], { node: '20.19.0' })).toEqual({
    code: 1,
    said: 'Kho needs Node 24.7 or newer; this is 20.19.0. See https://nodejs.org\n',
  })
  const said = `${version} (Node ${process.versions.node})\n`
  expect(await command(['--version'])).toEqual({ code: 0, said })
})
