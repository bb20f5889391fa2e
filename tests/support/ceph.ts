import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

/** A running RGW, and the keys of an admin user. */
export type Ceph = { endpoint: string; accessKey: string; secretKey: string; stop(): Promise<void> }

/** One's own, of which RGW can be killed and started again. */
export type OwnCeph = Ceph & { restartGateway(): Promise<void> }

/** Programs of Ceph that are not installed. */
export function missingPrograms(): string[] {
  return programs.filter(program => spawnSync('which', [program]).status !== 0)
}

const programs = ['monmaptool', 'ceph-mon', 'ceph', 'ceph-osd', 'radosgw', 'radosgw-admin']

/**
 * Starts a throw-away single-node Ceph with RGW on free loopback ports, from Debian's packages ceph-mon, ceph-osd,
 * ceph-common and radosgw. Data is in the OSD's memory; nothing needs a manager. A monitor waits a second for further
 * changes before each map by default, and a start makes a dozen maps. `missing` names the programs not installed.
 * `minPartSize`: bytes.
 */
export async function startCeph({
  minPartSize = 5 * 1024 ** 2,
} = {}): Promise<OwnCeph | { missing: string }> {
  const missing = missingPrograms()
  if (missing.length > 0) return { missing: `Ceph is not installed (no ${missing.join(', ')})` }
  const dir = mkdtempSync(join(tmpdir(), 'kho-ceph-'))
  const [monPort, rgwPort] = await freePorts(2)
  const children: ChildProcess[] = []
  const kill = () => {
    for (const child of children) child.kill('SIGKILL')
  }
  process.once('exit', kill)
  const stop = async () => {
    process.off('exit', kill)
    const ends = children.filter(alive).map(child => once(child, 'exit'))
    kill()
    await Promise.all(ends)
    rmSync(dir, { recursive: true, force: true })
  }
  try {
    const started = await start(dir, { monPort: monPort!, rgwPort: rgwPort!, minPartSize, children })
    return { endpoint: `http://127.0.0.1:${rgwPort}`, ...started, stop }
  } catch (error) {
    const logs = ['mon', 'osd', 'rgw', 'commands'].map(name => tail(join(dir, 'log', `${name}.out`)))
    await stop()
    throw new Error(`Ceph did not start.\n${logs.join('\n')}`, { cause: error })
  }
}

type Cluster = { monPort: number; rgwPort: number; minPartSize: number; children: ChildProcess[] }

async function start(dir: string, cluster: Cluster): Promise<Omit<OwnCeph, 'endpoint' | 'stop'>> {
  const { rgwPort, children } = cluster
  const fsid = randomUUID()
  const osd = randomUUID()
  for (const folder of ['mon', 'osd', 'rgw', 'run', 'log']) mkdirSync(join(dir, folder))
  writeFileSync(join(dir, 'ceph.conf'), configuration(dir, fsid, cluster))
  const env = { ...process.env, CEPH_CONF: join(dir, 'ceph.conf') }
  const run = async (program: string, ...args: string[]) => {
    const said = (text: string) =>
      writeFileSync(join(dir, 'log', 'commands.out'), `${program}: ${text}\n`, { flag: 'a' })
    try {
      const { stdout, stderr } = await promisify(execFile)(program, args, { env, timeout: 60_000 })
      said(stderr)
      return stdout
    } catch (error) {
      said((error as Error).message)
      throw error
    }
  }
  const daemon = (name: string, program: string, ...args: string[]) => {
    const log = openSync(join(dir, 'log', `${name}.out`), 'a')
    const child = spawn(program, ['-f', ...args], { env, stdio: ['ignore', log, log] })
    closeSync(log)
    children.push(child)
    return child
  }
  const monmap = join(dir, 'monmap')
  await run(
    'monmaptool',
    '--create',
    '--addv',
    'a',
    `v1:127.0.0.1:${cluster.monPort}`,
    '--fsid',
    fsid,
    monmap,
  )
  await run('ceph-mon', '-i', 'a', '--mkfs', '--monmap', monmap)
  await untilUp(
    () => daemon('mon', 'ceph-mon', '-i', 'a'),
    () => succeeds(run('ceph', '--connect-timeout', '10', 'osd', 'new', osd)),
  )
  await run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', osd)
  await untilUp(
    () => daemon('osd', 'ceph-osd', '-i', '0'),
    () => succeeds(run('ceph', '--connect-timeout', '10', 'osd', 'stat', '-f', 'json').then(mustBeUp)),
  )
  const frontend = `beast endpoint=127.0.0.1:${rgwPort}`
  const startGateway = () =>
    untilUp(
      () => daemon('rgw', 'radosgw', '-n', 'client.rgw', '--rgw-frontends', frontend),
      () => answers(`http://127.0.0.1:${rgwPort}`),
    )
  let gateway = await startGateway()
  const accessKey = randomBytes(10).toString('hex')
  const secretKey = randomBytes(20).toString('hex')
  const caps = 'users=*;buckets=*;usage=read;metadata=*'
  const identity = [
    '--uid',
    'admin',
    '--display-name',
    'Admin',
    '--access-key',
    accessKey,
    '--secret',
    secretKey,
  ]
  const create = ['user', 'create', '--caps', caps, ...identity]
  const deadline = Date.now() + 60_000
  while (!(await succeeds(run('radosgw-admin', ...create)))) {
    if (Date.now() > deadline) throw new Error('RGW did not make its admin within 60 s.')
    await pause(200)
  }
  const restartGateway = async () => {
    const ended = once(gateway, 'exit')
    gateway.kill('SIGKILL')
    await ended
    gateway = await startGateway()
  }
  return { accessKey, secretKey, restartGateway }
}

function mustBeUp(stat: string): void {
  if ((JSON.parse(stat) as { num_up_osds: number }).num_up_osds !== 1) throw new Error('The OSD is not up.')
}

/**
 * Waits until `up` holds, for 60 s at most. The OSD races the monitor's map and may exit: it is restarted. The monitor
 * sometimes refuses a command with EPERM, so commands are repeated.
 */
async function untilUp(begin: () => ChildProcess, up: () => Promise<boolean>): Promise<ChildProcess> {
  const deadline = Date.now() + 60_000
  let child = begin()
  while (!(await up())) {
    if (Date.now() > deadline) throw new Error('A daemon did not come up within 60 s.')
    if (!alive(child)) child = begin()
    await pause(200)
  }
  return child
}

async function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  )
}

async function answers(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(2000) }).then(
    response => response.ok,
    () => false,
  )
}

function alive(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}

export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map(server => once(server, 'listening')))
  const ports = servers.map(server => (server.address() as AddressInfo).port)
  await Promise.all(servers.map(server => once(server.close(), 'close')))
  return ports
}

function tail(path: string): string {
  try {
    return `${path}:\n${readFileSync(path, 'utf8').slice(-1500)}`
  } catch (error) {
    return (error as Error).message
  }
}

function configuration(dir: string, fsid: string, { monPort, minPartSize }: Cluster): string {
  return `[global]
fsid = ${fsid}
mon host = v1:127.0.0.1:${monPort}
mon initial members = a
auth cluster required = none
auth service required = none
auth client required = none
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pgp num = 4
mon allow pool size one = true
mon warn on pool no redundancy = false
mon data avail crit = 1
osd crush chooseleaf type = 0
ms bind msgr2 = false
paxos propose interval = 0.02
paxos min wait = 0.01
osd pool default pg autoscale mode = off
admin socket = ${dir}/run/$name.asok
log file = ${dir}/log/$name.log
run dir = ${dir}/run
mon data = ${dir}/mon
osd data = ${dir}/osd
osd objectstore = memstore
memstore device bytes = 4294967296
rgw data = ${dir}/rgw
rgw enable usage log = true
rgw usage log tick interval = 1
rgw usage log flush threshold = 1
rgw multipart min part size = ${minPartSize}
rgw enable apis = s3, admin, sts, iam, pubsub, notifications
`
}
