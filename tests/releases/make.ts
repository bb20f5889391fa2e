import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { startPostgres } from '../support/postgres.ts'
import type { Contents } from './contents.ts'
import { auditLog, fillEncrypted, fillPlain, prepareJob, type Site, secret } from './fill.ts'
import { adminEmail, firstPassword } from './fill-people.ts'

/**
 * `node tests/releases/make.ts REVISION NAME [--postgres]`: lets the server of an earlier revision write a data folder, and
 * packs it into `tests/releases/NAME`. With `--postgres` the accounts are in PostgreSQL, and `console.sql.gz` is its dump.
 */
const [revision = '', name = '', flag] = process.argv.slice(2)
if (!revision || !/^[\w.-]+$/.test(name) || (flag && flag !== '--postgres')) {
  console.error('Use: node tests/releases/make.ts REVISION NAME [--postgres]')
  process.exit(1)
}

const root = join(import.meta.dirname, '../..')
const largest = 300 * 1024
const dir = mkdtempSync(join(tmpdir(), 'kho-release-'))
const tree = join(dir, 'tree')
const dataDir = join(dir, 'data')
const target = join(import.meta.dirname, name)
const children: ChildProcess[] = []

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

function checkOut(): void {
  git('worktree', 'add', '--quiet', '--detach', tree, revision)
  const lock = (folder: string) => readFileSync(join(folder, 'package-lock.json'), 'utf8')
  if (lock(tree) === lock(root)) symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  else {
    const install = ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund']
    execFileSync('npm', install, { cwd: tree, stdio: 'inherit' })
  }
}

function start(env: Record<string, string>): Promise<Site & { child: ChildProcess }> {
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: tree,
    env: {
      ...{ PATH: process.env.PATH, KHO_PORT: '0', KHO_S3_PORT: '0', KHO_DATA_DIR: dataDir },
      ...{ KHO_SECRET: secret, KHO_ADMIN_EMAIL: adminEmail, KHO_ADMIN_PASSWORD: firstPassword },
      // No reserve, so that there is no ballast.
      ...{ KHO_DISK_RESERVE: '0', KHO_LOG_LEVEL: 'warn' },
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  let out = ''
  return new Promise((resolve, reject) => {
    child.stdout.on('data', chunk => {
      out += chunk
      const [, url] = /Kho is at (\S+)/.exec(out) ?? []
      const [, s3Url] = /S3 is at (\S+)\s/.exec(out) ?? []
      if (url && s3Url) resolve({ url, s3Url, child })
    })
    child.once('exit', () => reject(new Error(`The server did not start.\n${out}`)))
  })
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

/** Schemas and job as stored. A copy is read: to open a database of a killed server changes it. */
async function readStored(url: string | null) {
  const copy = join(dir, 'copy')
  cpSync(dataDir, copy, { recursive: true, filter: path => !path.endsWith('.sock') })
  const ask = async (sql: string, file = 'kho.sqlite'): Promise<Record<string, unknown> | undefined> => {
    if (url === null || file !== 'kho.sqlite') {
      const db = new DatabaseSync(join(copy, file))
      const row = db.prepare(sql).get()
      db.close()
      return row
    }
    const client = new pg.Client(url)
    await client.connect()
    const { rows } = await client.query(sql)
    await client.end()
    return rows[0]
  }
  const newest = await ask('select name from kysely_migration order by name desc limit 1')
  const version = await ask('PRAGMA user_version', 's3/index.sqlite')
  return {
    consoleSchema: String(newest?.name),
    indexSchema: Number(version?.user_version),
    jobState: async () => String((await ask('select state from jobs'))?.state),
  }
}

function pack(contents: Contents, url: string | null): void {
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target)
  const archive = join(target, 'data.tar.gz')
  const left = ['control.sock', 'lock', 'lock-*', 'holder', '*.log', 'ballast', 'outbox']
  const options = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner']
  const tar = [
    '-I',
    'gzip -9',
    '-cf',
    archive,
    '-C',
    dataDir,
    ...options,
    ...left.map(each => `--exclude=${each}`),
    '.',
  ]
  execFileSync('tar', tar, { stdio: 'inherit' })
  if (url) {
    const dump = execFileSync('pg_dump', ['--no-owner', '--no-privileges', '--inserts', url])
    writeFileSync(join(target, 'console.sql.gz'), gzipSync(dump, { level: 9 }))
  }
  const table = join(target, 'contents.json')
  writeFileSync(table, JSON.stringify(contents))
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
  execFileSync(process.execPath, [biome, 'format', '--write', table], { cwd: root })
  for (const file of ['data.tar.gz', 'console.sql.gz'].map(each => join(target, each)).filter(existsSync)) {
    const { size } = statSync(file)
    console.log(`${file}: ${size} bytes`)
    if (size > largest) throw new Error(`${file} is larger than ${largest} bytes.`)
  }
}

async function make(url: string | null): Promise<void> {
  const env: Record<string, string> = url === null ? {} : { KHO_DATABASE_URL: url }
  const first = await start(env)
  const plain = await fillPlain(first)
  await end(first.child, 'SIGTERM')

  const second = await start({ ...env, KHO_S3_ENCRYPT: '1' })
  await fillEncrypted(second, plain)
  const begin = await prepareJob(second, plain)
  const audit = await auditLog(second, plain)
  const job = await begin()
  await end(second.child, 'SIGKILL')

  const { jobState, ...schemas } = await readStored(url)
  const state = await jobState()
  if (!['queued', 'running'].includes(state)) {
    throw new Error(`The job is ${state}: it ended before the kill.`)
  }
  const contents: Contents = {
    ...{ revision: git('rev-parse', '--short=8', revision), madeAt: new Date().toISOString() },
    ...{ ...schemas, ...plain, audit },
    job: { ...job, state },
  }
  pack(contents, url)
  const of = `console ${schemas.consoleSchema}, index ${schemas.indexSchema}`
  console.log(`${name}: ${of}, job ${state}`)
}

try {
  checkOut()
  const postgres = flag ? await startPostgres() : null
  if (postgres && 'missing' in postgres) throw new Error(postgres.missing)
  try {
    await make(postgres && (await postgres.database()))
  } finally {
    for (const child of children) child.kill('SIGKILL')
    await postgres?.stop()
  }
} finally {
  rmSync(dir, { recursive: true, force: true })
  git('worktree', 'prune')
}
