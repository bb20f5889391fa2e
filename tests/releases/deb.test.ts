// @module-tag packages
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { version } from '../../server/program.ts'
import { bootMachine, type Machine } from './machine/machine.ts'

const next = `${version}+next`

let machine: Machine | string
beforeAll(async () => {
  machine = await bootMachine(version, next)
}, 1_200_000)
beforeEach(context => {
  if (typeof machine === 'string') context.skip(machine)
})
afterAll(async () => {
  if (typeof machine === 'object') await machine.stop()
}, 60_000)

/** The lines that a script prints in the machine. @throws if it fails */
async function lines(script: string): Promise<string[]> {
  const { status, output } = await (machine as Machine).run(script)
  if (status !== 0) throw new Error(`${script} ended with ${status}: ${output}`)
  return output.trim().split('\n')
}

const install = (which = version) => `dpkg -i ./kho_${which}_*.deb >/dev/null 2>&1`

test('has what it installs listed, and nothing of the sources [V13.4.1, V15.2.3]', () => {
  const { shared } = machine as Machine
  const [archive] = readdirSync(shared).filter(name => name.startsWith(`kho_${version}_`))
  const listed = execFileSync('dpkg-deb', ['--contents', join(shared, archive!)], { encoding: 'utf8' })
  const names = listed.split('\n').map(line => line.split(' ').at(-1)!)
  expect(names).toEqual(
    expect.arrayContaining([
      './usr/bin/kho',
      './usr/lib/kho/server/main.js',
      './usr/lib/kho/bin/node',
      './lib/systemd/system/kho.service',
      './usr/lib/kho/kho.env',
      './usr/share/doc/kho/operations.md',
      './usr/share/doc/kho/nginx.conf',
      './usr/share/doc/kho/copyright',
      './usr/share/doc/kho/changelog.gz',
    ]),
  )
  expect(names.filter(name => /\.tsx?$|\.map$|node_modules/.test(name))).toEqual([])
})

test('systemd counts its unit among the safest [V13.2.2]', async () => {
  const said = await lines(`
    ${install()}
    systemd-analyze verify --man=no kho.service
    systemd-analyze security --threshold=20 kho.service | tail -1
  `)
  expect(said).toEqual([
    expect.stringMatching(/^\S* Overall exposure level for kho\.service: (0\.\d|1\.\d|2\.0) OK/),
  ])
})

// STOPPING=1 is left out: it does not reach systemd at every stop.
test('systemd is told when Kho is ready', async () => {
  const said = await lines(`
    ${install()}
    systemctl stop kho
    systemctl log-level debug
    begun=$(date +%s)
    systemctl start kho
    kho health
    systemctl log-level info
    journalctl --sync
    journalctl --since "@$begun" -o cat UNIT=kho.service | grep -oF READY=1
  `)
  expect(said).toEqual(['Kho is ready.', 'READY=1'])
})

test('is installed with a user, whose data and settings outlive an upgrade, the removal and a purge', async () => {
  const said = await lines(`
    ${install()}
    stat -c '%n %U:%G %a' /var/lib/kho /etc/kho /etc/kho/kho.env
    echo "asks about: $(dpkg-query -W -f '\${Conffiles}' kho)"
    kho --version
    kho check
    KHO_PORT=no KHO_DATA_DIR='/srv/not here' kho user list 2>&1 || true
    echo KHO_PORT=18080 >>/etc/kho/kho.env
    runuser -u nobody -- kho check 2>&1 || echo refused
    kho user list
    ${install(next)}
    dpkg-query -W -f '\${Version}\\n' kho
    grep KHO_PORT=18080 /etc/kho/kho.env
    curl --silent --output /dev/null --write-out '%{http_code}\\n' http://127.0.0.1:18080/api/health
    kho user list
    dpkg -r kho >/dev/null
    systemctl is-active kho || ls /var/lib/kho/kho.sqlite /etc/kho/kho.env
    dpkg -P kho >/dev/null 2>&1
    ls /var/lib/kho/kho.sqlite
    grep KHO_PORT=18080 /etc/kho/kho.env
    test ! -e /usr/lib/kho && echo gone
    ${install()}
    systemctl is-enabled kho
    systemctl is-active kho
    grep KHO_PORT=18080 /etc/kho/kho.env
  `)
  expect(said).toEqual([
    '/var/lib/kho kho:kho 700',
    '/etc/kho root:kho 750',
    '/etc/kho/kho.env root:kho 640',
    'asks about: ',
    `${version} (Node ${process.versions.node})`,
    'The settings are valid, and nothing in them is unsafe.',
    '/srv/not here has no kho.sqlite: there are no users.',
    'Run kho as root, or as the user kho: others may not read its settings.',
    'refused',
    'admin@kho.local  super admin',
    next,
    'KHO_PORT=18080',
    '200',
    'admin@kho.local  super admin',
    'inactive',
    '/etc/kho/kho.env',
    '/var/lib/kho/kho.sqlite',
    '/var/lib/kho/kho.sqlite',
    'KHO_PORT=18080',
    'gone',
    'enabled',
    'active',
    'KHO_PORT=18080',
  ])
})

test('an upgrade asks nothing, and leaves a unit stopped that was disabled', async () => {
  const said = await lines(`
    ${install()}
    echo '# by hand' >>/etc/kho/kho.env
    systemctl disable --quiet --now kho
    ${install(next)} </dev/null
    systemctl is-enabled kho || true
    systemctl is-active kho || true
    tail -1 /etc/kho/kho.env
    systemctl enable --quiet --now kho
    ${install()} </dev/null
    systemctl is-active kho
  `)
  expect(said).toEqual(['disabled', 'inactive', '# by hand', 'active'])
})

test('the certificate is read again at a reload', async () => {
  const said = await lines(`
    ${install()}
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=kho \\
      -keyout /etc/kho/tls.key -out /etc/kho/tls.crt 2>/dev/null
    chown root:kho /etc/kho/tls.*
    chmod 640 /etc/kho/tls.*
    printf 'KHO_TLS_CERT=/etc/kho/tls.crt\\nKHO_TLS_KEY=/etc/kho/tls.key\\n' >>/etc/kho/kho.env
    systemctl restart kho
    systemctl reload kho
    until journalctl -u kho -o cat | grep 'The certificate was read again.'; do sleep 0.1; done
  `)
  expect(said).toEqual(['The certificate was read again.'])
})
