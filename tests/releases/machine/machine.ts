import { execFileSync, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { vi } from 'vitest'
import { makeDeb } from '../../../build/release/deb.ts'
import { stageProgram } from '../../../build/release/program.ts'
import { ownTarget } from '../../../build/release/target.ts'

/** The status of a script, 124 if it took too long, and all that it printed. */
export type Ran = { status: number; output: string }

export type Machine = {
  /** A folder of this machine, `/shared` in that one, with Debian packages of Kho. */
  shared: string
  /** Runs a script of bash as root, in `/shared`, for at most `limit` seconds. */
  run(script: string, limit?: number): Promise<Ran>
  stop(): Promise<void>
}

const programs = ['setpriv', 'unshare', 'nsenter', 'systemd-nspawn', 'debootstrap', 'dpkg-deb', 'apt-get']
/** A shell in namespaces of its own: it ends with this process, and all that it started and mounted ends with it. */
const apart = [
  ...['--pdeathsig', 'KILL', 'unshare', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'],
  ...['sh', '-e'],
]
const recipe = 'tests/releases/machine/debian.sh'
const environment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  ...{ HOME: '/root', DEBIAN_FRONTEND: 'noninteractive' },
}

function start(command: string, args: string[], options: SpawnOptions = {}) {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  const ran: Ran = { status: -1, output: '' }
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', data => (ran.output += data))
  const ended = once(child, 'close').then(([status]) => Object.assign(ran, { status: status ?? -1 }))
  return { child, ran, ended }
}

const lastLines = (output: string) => output.trim().split('\n').slice(-3).join(' ')

/** Boots a fresh Debian with the packages of these versions of Kho; why it cannot, if it cannot. */
export async function bootMachine(...versions: string[]): Promise<Machine | string> {
  if (process.getuid?.() !== 0) return 'asks for root'
  const missing = programs.filter(name => spawnSync('which', [name]).status !== 0)
  if (missing.length > 0) return `asks for ${missing.join(', ')}`
  const hash = createHash('sha256').update(readFileSync(recipe)).digest('hex')
  const debian = resolve('node_modules/.cache', `debian-${hash.slice(0, 12)}`)
  const made = await start('setpriv', [...apart, recipe, debian]).ended
  if (made.status !== 0) return `makes no Debian: ${lastLines(made.output)}`

  const shared = mkdtempSync(join(tmpdir(), 'kho-machine-'))
  await makePackages(shared, versions)
  const name = basename(shared)
  const host = start('setpriv', [...apart, 'tests/releases/machine/boot.sh', debian, shared, name])
  const stop = async () => {
    // Not `unshare` itself, which waits until all in the namespace has ended.
    for (const nspawn of childrenOf(host.child.pid!)) process.kill(Number(nspawn), 'SIGKILL')
    await host.ended
    const groups = globSync(`/sys/fs/cgroup/{,*/}${name}`)
    if (groups.length > 0) execFileSync('find', [...groups, '-depth', '-type', 'd', '-delete'])
    rmSync(shared, { recursive: true })
  }
  const inside = (first: string, ...command: string[]) =>
    start('nsenter', ['--target', first, '--all', '--', ...command], { env: environment })
  const booted = async () => {
    if (host.child.exitCode !== null) return null
    const first = firstProcess(host.child.pid!)
    const state = await inside(first, 'systemctl', 'is-system-running', '--wait').ended
    if (state.status !== 0) throw new Error(state.output)
    return first
  }
  const first = await vi.waitFor(booted, { timeout: 60_000 }).catch((error: Error) => {
    host.ran.output += error.message
    return null
  })
  if (first === null) {
    await stop()
    return `does not boot: ${lastLines(host.ran.output)}`
  }
  return {
    ...{ shared, stop },
    run: (script, limit = 300) => {
      const bounded = ['timeout', '--kill-after=5', String(limit), 'bash', '-ec', `cd /shared\n${script}`]
      return inside(first, ...bounded).ended
    },
  }
}

/** The ids of its child processes; none of a process that has ended. */
function childrenOf(pid: string | number): string[] {
  const list = `/proc/${pid}/task/${pid}/children`
  return existsSync(list) ? readFileSync(list, 'utf8').split(' ').filter(Boolean) : []
}

/** The id of systemd in a machine: `unshare` runs `systemd-nspawn`, which runs it. @throws until it runs */
function firstProcess(unshare: number): string {
  const found = childrenOf(unshare)
    .flatMap(childrenOf)
    .find(each => readFileSync(`/proc/${each}/comm`, 'utf8') === 'systemd\n')
  if (!found) throw new Error('systemd does not run yet')
  return found
}

async function makePackages(dir: string, versions: string[]): Promise<void> {
  const stage = join(dir, 'stage')
  mkdirSync(stage)
  await stageProgram(stage, process.env.TEST_PAGES ?? 'dist')
  for (const version of versions) {
    const made = join(dir, version)
    mkdirSync(made)
    await makeDeb(stage, made, dir, version, await ownTarget())
    rmSync(made, { recursive: true })
  }
  rmSync(stage, { recursive: true })
}
