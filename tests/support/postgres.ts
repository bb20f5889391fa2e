import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** A running PostgreSQL; each call of `database` creates an empty database. */
export type Postgres = { database(): Promise<string>; stop(): Promise<void> }

const packaged = '/usr/lib/postgresql'

/**
 * Starts a throw-away PostgreSQL on a free loopback port, from Debian's package, as an unprivileged user if
 * called by root. `missing` names what is not installed.
 */
export async function startPostgres(): Promise<Postgres | { missing: string }> {
  const versions = existsSync(packaged) ? readdirSync(packaged).sort((a, b) => Number(b) - Number(a)) : []
  const bin = versions.map(each => join(packaged, each, 'bin')).find(each => existsSync(join(each, 'initdb')))
  if (!bin) return { missing: `PostgreSQL is not installed (no ${packaged}/*/bin/initdb)` }
  const dir = mkdtempSync(join(tmpdir(), 'kho-postgres-'))
  const as: { uid?: number; gid?: number } = process.getuid?.() === 0 ? unprivileged() : {}
  if (as.uid !== undefined && as.gid !== undefined) chownSync(dir, as.uid, as.gid)
  const data = join(dir, 'data')
  const log = join(dir, 'log')
  execFileSync(join(bin, 'initdb'), ['-D', data, '-A', 'trust', '-U', 'kho', '-E', 'UTF8', '--no-sync'], {
    ...as,
    cwd: dir,
    stdio: 'pipe',
  })
  const port = await freePort()
  const out = openSync(log, 'a')
  const settings = ['listen_addresses=127.0.0.1', 'fsync=off', 'max_connections=50']
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-p', String(port), '-k', dir, ...settings.flatMap(each => ['-c', each])],
    { ...as, cwd: dir, stdio: ['ignore', out, out] },
  )
  closeSync(out)
  const kill = () => server.kill('SIGKILL')
  process.once('exit', kill)
  const stop = async () => {
    process.off('exit', kill)
    if (alive(server)) {
      const end = once(server, 'exit')
      server.kill('SIGINT')
      await end
    }
    rmSync(dir, { recursive: true, force: true })
  }
  const url = (name: string) => `postgres://kho@127.0.0.1:${port}/${name}`
  const deadline = Date.now() + 30_000
  while (!(await connects(url('postgres')))) {
    if (Date.now() < deadline && alive(server)) {
      await pause(100)
      continue
    }
    const said = readFileSync(log, 'utf8').slice(-1500)
    await stop()
    throw new Error(`PostgreSQL did not come up.\n${said}`)
  }
  let databases = 0
  return {
    stop,
    async database() {
      const name = `kho_${++databases}`
      const client = new pg.Client(url('postgres'))
      await client.connect()
      await client.query(`create database ${name}`)
      await client.end()
      return url(name)
    },
  }
}

async function connects(url: string): Promise<boolean> {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}

function unprivileged(): { uid: number; gid: number } {
  const passwd = readFileSync('/etc/passwd', 'utf8')
  const line = ['postgres', 'nobody']
    .map(name => passwd.split('\n').find(each => each.startsWith(`${name}:`)))
    .find(each => each !== undefined)
  const [, , uid, gid] = (line ?? '::65534:65534').split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

function alive(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await once(server.close(), 'close')
  return port
}
