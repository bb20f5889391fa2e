// @module-tag packages
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeDeb } from '../../build/release/deb.ts'
import { stageProgram } from '../../build/release/program.ts'
import { version } from '../../server/program.ts'

const next = `${version}+next`

let dir: string
let missing: string | null = null

beforeAll(async () => {
  const chroot = ['--mount', '--pid', '--fork', 'chroot', '/', 'dpkg-deb', '--version']
  if (process.getuid?.() !== 0 || spawnSync('unshare', chroot).status !== 0) {
    missing = 'asks for root, unshare and dpkg'
    return
  }
  dir = mkdtempSync(join(tmpdir(), 'kho-deb-'))
  const stage = join(dir, 'stage')
  mkdirSync(stage)
  await stageProgram(stage, process.env.TEST_PAGES ?? 'dist')
  for (const each of [version, next]) {
    mkdirSync(join(dir, each))
    await makeDeb(stage, join(dir, each), dir, each)
    rmSync(join(dir, each), { recursive: true })
  }
  rmSync(stage, { recursive: true })
  cpSync('tests/releases/notified.py', join(dir, 'notified.py'))
}, 300_000)
beforeEach(context => {
  if (missing !== null) context.skip(missing)
})
afterAll(() => {
  if (dir) rmSync(dir, { recursive: true, force: true })
})

/** Runs a script in a copy of this machine that has `/shared`, the packages; gives its output. */
async function inChroot(script: string): Promise<string> {
  const args = ['--mount', '--pid', '--fork', '--net', 'sh', 'tests/releases/in-chroot.sh', dir, script]
  const child = spawn('unshare', args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', data => (said += data))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${script} ended with ${code}: ${said}`)
  return said
}

const install = (which = version) => `dpkg -i /shared/kho_${which}_*.deb >/dev/null`

test('has what it installs listed, and nothing of the sources', () => {
  const [archive] = readdirSync(dir).filter(name => name.startsWith(`kho_${version}_`))
  const listed = execFileSync('dpkg-deb', ['--contents', join(dir, archive!)], { encoding: 'utf8' })
  const names = listed.split('\n').map(line => line.split(' ').at(-1)!)
  expect(names).toEqual(
    expect.arrayContaining([
      './usr/bin/kho',
      './usr/lib/kho/server/main.js',
      './usr/lib/kho/bin/node',
      './lib/systemd/system/kho.service',
      './etc/kho/kho.env',
      './usr/share/doc/kho/operations.md',
      './usr/share/doc/kho/nginx.conf',
    ]),
  )
  expect(names.filter(name => /\.tsx?$|\.map$|node_modules/.test(name))).toEqual([])
})

test('is installed with a user, whose data outlives an upgrade, the removal and a purge', async () => {
  const said = await inChroot(`
    ${install()}
    stat -c '%n %U:%G %a' /var/lib/kho /etc/kho /etc/kho/kho.env
    kho --version
    kho check
    KHO_PORT=no KHO_DATA_DIR='/srv/not here' kho user list 2>&1 || true
    echo KHO_PORT=18080 >>/etc/kho/kho.env
    su -s /bin/sh nobody -c 'kho check' 2>&1 || echo refused
    ip link set lo up
    setpriv --reuid=kho --regid=kho --init-groups --reset-env kho start >/tmp/kho.log &
    started=$!
    until grep -q 'S3 is at' /tmp/kho.log; do sleep 0.1; done
    kho user list
    kill $started && wait $started
    ${install(next)}
    dpkg-query -W -f '\${Version}\\n' kho
    grep KHO_PORT=18080 /etc/kho/kho.env
    kho user list
    dpkg -r kho >/dev/null
    ls /var/lib/kho/kho.sqlite /etc/kho/kho.env
    dpkg -P kho >/dev/null 2>&1
    ls /var/lib/kho/kho.sqlite
    test ! -e /etc/kho && test ! -e /usr/lib/kho && echo gone
  `)
  expect(said.trim().split('\n')).toEqual([
    '/var/lib/kho kho:kho 700',
    '/etc/kho root:kho 750',
    '/etc/kho/kho.env root:kho 640',
    version,
    'The settings are valid, and nothing in them is unsafe.',
    '/srv/not here has no kho.sqlite: there are no users.',
    'Run kho as root, or as the user kho: others may not read its settings.',
    'refused',
    'admin@kho.local  super admin',
    next,
    'KHO_PORT=18080',
    'admin@kho.local  super admin',
    '/etc/kho/kho.env',
    '/var/lib/kho/kho.sqlite',
    '/var/lib/kho/kho.sqlite',
    'gone',
  ])
})

test('systemd takes its unit, and counts it among the safest', async () => {
  const said = await inChroot(`
    ${install()}
    systemd-analyze verify --man=no kho.service
    systemd-analyze security --offline=true --threshold=20 kho.service | tail -1
  `)
  expect(said).toMatch(/^\S* Overall exposure level for kho\.service: (0\.\d|1\.\d|2\.0) OK/)
})

test('systemd is told when Kho is ready, and when it stops', async () => {
  const said = await inChroot(`
    ${install()}
    ip link set lo up
    python3 /shared/notified.py /run/kho-notify >/tmp/notified 2>&1 &
    until [ -S /run/kho-notify ]; do sleep 0.1; done
    chmod 666 /run/kho-notify
    NOTIFY_SOCKET=/run/kho-notify setpriv --reuid=kho --regid=kho --init-groups /usr/bin/kho start >/tmp/kho.log &
    started=$!
    until grep -q READY=1 /tmp/notified; do sleep 0.1; done
    kill $started && wait $started
    until grep -q STOPPING=1 /tmp/notified; do sleep 0.1; done
    cat /tmp/notified
  `)
  expect(said.trim().split('\n')).toEqual(['READY=1', 'STOPPING=1'])
})
