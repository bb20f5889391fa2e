import { type ChildProcess, spawn } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { connect } from 'node:tls'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { main } from '../../server/cli.ts'
import { makeCertificate } from '../support/certificate.ts'
import { owner, problem, startConsole, type TestConsole, Visitor } from './support/console.ts'

const { PATH, NODE_COMPILE_CACHE } = process.env
const inherited = { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) }

let dir: string
let children: ChildProcess[]
let consoles: TestConsole[]
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'kho-main-'))
  children = []
  consoles = []
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  for (const console of consoles) await console.stop()
  rmSync(dir, { recursive: true, force: true })
})

type Run = {
  out: string
  err: string
  url: string
  s3: string
  child: ChildProcess
  exit: Promise<unknown[]>
}

const admin = { KHO_ADMIN_EMAIL: owner.username, KHO_ADMIN_PASSWORD: owner.password }

/** What the program does in this process with arguments: its exit status, and what it prints. */
async function does(args: string[], env: Record<string, string> = {}) {
  const said: string[] = []
  const say = (line: unknown) => void said.push(`${line}\n`)
  const data = { KHO_PORT: '0', KHO_S3_PORT: '0', KHO_DATA_DIR: join(dir, 'data') }
  const code = await main(args, { ...data, KHO_LOG_LEVEL: 'error', ...env }, { log: say, error: say })
  return { code, said: said.join('') }
}

/** A console in this process on the data folder. */
async function started(env: Record<string, string> = {}): Promise<TestConsole> {
  const console = await startConsole({ KHO_DATA_DIR: join(dir, 'data'), ...env })
  consoles.push(console)
  return console
}

/** Starts `node server/main.ts`; gives it once it has said `said`, or has ended. */
async function run(
  env: Record<string, string> = {},
  said = /S3 is at .*\n/,
  args: string[] = [],
): Promise<Run> {
  // Who starts it must not matter for who can read what it writes.
  const open = ['-c', 'umask 0; exec "$@"', 'sh', process.execPath]
  const child = spawn('sh', [...open, 'server/main.ts', ...args], {
    env: { ...inherited, KHO_PORT: '0', KHO_S3_PORT: '0', KHO_DATA_DIR: join(dir, 'data'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  const run = { out: '', err: '', url: '', s3: '', child, exit: once(child, 'close') }
  child.stderr.on('data', data => {
    run.err += data
  })
  await new Promise<void>(resolve => {
    void run.exit.then(() => resolve())
    child.stdout.on('data', data => {
      run.out += data
      run.url = /Kho is at (\S+)/.exec(run.out)?.[1] ?? ''
      run.s3 = /S3 is at (\S+)/.exec(run.out)?.[1] ?? ''
      if (said.test(run.out)) resolve()
    })
  })
  return run
}

async function stop({ child, exit }: Run, signal: NodeJS.Signals = 'SIGTERM'): Promise<unknown> {
  child.kill(signal)
  const [code] = await exit
  return code
}

test('bad values are told one sentence each, and nothing starts', async () => {
  expect(await does([], { KHO_PORT: 'eighty', KHO_S3_KIND: 'minio' })).toEqual({
    code: 1,
    said: 'KHO_PORT must be a port from 0 (any free one) to 65535, not "eighty".\nKHO_S3_KIND must be one of embedded, rgw, s3, not "minio".\n',
  })
})

test('the process ends with the status of a command, whose refusal is on standard error', async () => {
  const { out, err, exit } = await run({}, undefined, ['rotate', 'all'])
  expect([(await exit)[0], out, err]).toEqual([1, '', 'Use: node server/main.ts rotate [secret]\n'])
})

/** What others than its owner may read or write in a folder. */
const openToOthers = (folder: string): string[] =>
  readdirSync(folder, { recursive: true }).filter(
    name => (statSync(join(folder, name as string)).mode & 0o077) !== 0,
  ) as string[]

/** The threads of a process whose pool has begun; null where the system does not list them. */
const threadsOf = ({ child }: Run) =>
  existsSync('/proc/self/task') ? readdirSync(`/proc/${child.pid}/task`).length : null

test('the first run prints a password once, which must be changed; the next run keeps all [V6.3.2, V6.4.1, V13.2.3, V13.3.2]', async () => {
  const first = await run({}, /must be changed/)
  const password = /Password {4}(\S+)/.exec(first.out)![1]!
  const visitor = new Visitor(first.url)
  const signedIn = await visitor.signIn({ username: 'admin@kho.local', password })
  expect(signedIn.body).toMatchObject({ user: { require_change_pass: true, is_supper_admin: true } })
  expect(problem(await visitor.call('GET', '/bucket')).code).toBe('PASSWORD_CHANGE_REQUIRED')
  const change = { current_password: password, new_password: 'Vuon-tao#2' }
  expect((await visitor.call('PUT', '/user/change-password', change)).status).toBe(204)
  expect((await visitor.call('POST', '/bucket', { bucket: 'kept' })).status).toBe(201)
  expect((await fetch(`${first.s3}/kept`)).status).toBe(403)
  const threads = threadsOf(first)
  expect(openToOthers(join(dir, 'data'))).toEqual([])
  expect(await stop(first)).toBe(0)
  expect(first.err).toBe('')
  expect(first.out).toContain(`Emails are written to ${join(dir, 'data', 'outbox')}: KHO_SMTP_URL is not set`)

  const second = await run({ UV_THREADPOOL_SIZE: '4' })
  expect(second.out).not.toMatch(/password/i)
  // Sixteen for files and hashes, or as many as the environment says.
  if (threads !== null) expect(threads - threadsOf(second)!).toBe(12)
  const again = new Visitor(second.url)
  await again.signIn({ username: 'admin@kho.local', password: change.new_password })
  expect((await again.call('GET', '/bucket')).body).toEqual({
    buckets: [{ name: 'kept', created_at: expect.any(Number), size: 0, objects: 0 }],
    storage: 'embedded',
  })
  again.cookie = visitor.cookie
  expect((await again.call('GET', '/user')).status).toBe(200)
  expect(await stop(second, 'SIGINT')).toBe(0)
})

test('another secret than the database was made with stops the start [V13.3.1]', async () => {
  await (await started({ KHO_SECRET: 'a'.repeat(32) })).stop()
  expect(await does([], { KHO_SECRET: 'b'.repeat(32) })).toEqual({
    code: 1,
    said: 'Kho did not start: KHO_SECRET is not the secret that this database was made with.\n',
  })
})

test('with KHO_S3_ENCRYPT uploads are encrypted; without their secret the start is refused', async () => {
  const console = await started({ KHO_S3_ENCRYPT: '1' })
  const visitor = await console.signedIn()
  await visitor.call('POST', '/bucket', { bucket: 'encrypted' })
  const files = [{ key: 'a', size: 9 }]
  const signed = await visitor.call('POST', '/objects/get-put-urls', { bucket: 'encrypted', files })
  const url = (signed.body as { urls: string[] }).urls[0]!
  const put = await fetch(url, { method: 'PUT', body: 'plaintext' })
  expect([put.status, put.headers.get('x-amz-server-side-encryption')]).toEqual([200, 'AES256'])
  await console.stop()
  const data = join(dir, 'data')
  const index = ['index.sqlite', 'index.sqlite-wal'].map(name => join(data, 's3', name)).filter(existsSync)
  expect(index.some(path => readFileSync(path).includes('plaintext'))).toBe(false)

  for (const name of ['secret', 'kho.sqlite']) rmSync(join(data, name))
  const { code, said } = await does([])
  expect([code, said]).toEqual([
    1,
    expect.stringMatching(
      /^Kho did not start: The embedded engine has objects that are encrypted under another secret\./,
    ),
  ])
})

test('what the engine found at its start is in the log and on the terminal [V16.3.4]', async () => {
  await (await started()).stop()
  const lost = join(dir, 'data', 's3', 'quarantine', 'lost')
  mkdirSync(lost, { recursive: true })
  writeFileSync(join(lost, '00ffffffffffff-c'), 'x')
  const kho = await run()
  await stop(kho)
  const message = `${lost} holds 1 files that the index has lost.`
  expect(kho.err).toBe(`\n!!! ${message}\n\n`)
  expect(kho.out).toMatch(/^\{"level":50,.*"msg":/m)
  expect(kho.out).toContain(`"msg":${JSON.stringify(message)}`)
})

test('the process ends once the engine has stopped after a failed sync', async () => {
  const broken = join(dir, 'broken')
  const preload = join(dir, 'fail-sync.mjs')
  writeFileSync(
    preload,
    `import fs from 'node:fs'
    const { fdatasync } = fs
    fs.fdatasync = (fd, callback) =>
      fs.existsSync(${JSON.stringify(broken)}) ? callback(new Error('EIO: i/o error')) : fdatasync(fd, callback)`,
  )
  const kho = await run({ ...admin, NODE_OPTIONS: `--import=${preload}` })
  const visitor = new Visitor(kho.url)
  await visitor.signIn(owner)
  await visitor.call('POST', '/bucket', { bucket: 'kept' })
  const files = [{ key: 'a', size: 1 }]
  const signed = await visitor.call('POST', '/objects/get-put-urls', { bucket: 'kept', files })
  writeFileSync(broken, '')
  const put = fetch((signed.body as { urls: string[] }).urls[0]!, { method: 'PUT', body: 'x' })
  await expect(put.then(answer => answer.ok)).rejects.toThrow('fetch failed')
  expect((await kho.exit)[0]).toBe(1)
  const message = 'A sync of the index failed. The engine has stopped, and must be started again.'
  expect(kho.err).toContain(`Kho stops. ${message}`)
  expect(kho.out).toContain(`"msg":${JSON.stringify(message)}`)
})

test('a port that is taken stops the start', async () => {
  const { port } = new URL((await started()).url)
  expect(await does([], { KHO_PORT: port, KHO_DATA_DIR: join(dir, 'other') })).toEqual({
    code: 1,
    said: `Kho did not start: listen EADDRINUSE: address already in use 127.0.0.1:${port}\n`,
  })
})

test('the log tells what was asked for, and no secret [V16.2.4, V16.2.5]', async () => {
  const kho = await run({ ...admin, KHO_LOG_LEVEL: 'trace' })
  const visitor = new Visitor(kho.url)
  await visitor.signIn({ username: 'owner@example.com', password: 'mistyped-password' })
  const answer = await visitor.signIn(owner)
  expect(answer.body).toMatchObject({ user: { require_change_pass: false } })
  await visitor.call('POST', '/bucket', { bucket: 'logged' })
  await visitor.call('GET', '/objects/paginate?bucket=logged&search=sought-for-name')
  const files = [{ key: 'name-of-a-file', size: 1 }]
  const signed = await visitor.call('POST', '/objects/get-put-urls', { bucket: 'logged', files })
  const url = new URL((signed.body as { urls: string[] }).urls[0]!)
  await fetch(url, { method: 'PUT', body: 'x' })
  await visitor.call('PUT', '/user/init-pin', { pin: 'pin-of-the-owner' })
  await visitor.refresh()
  expect(await stop(kho)).toBe(0)
  const lines = kho.out.split('\n').filter(line => line.startsWith('{'))
  const answered = lines.map(line => JSON.parse(line)).filter(line => line.surface === 'api')
  expect(answered.map(({ method, route, status }) => [method, route, status])).toEqual([
    ['POST', '/api/auth/login', 401],
    ['POST', '/api/auth/login', 200],
    ['POST', '/api/bucket', 201],
    ['GET', '/api/objects/paginate', 200],
    ['POST', '/api/objects/get-put-urls', 200],
    ['PUT', '/api/user/init-pin', 204],
    ['POST', '/api/auth/refresh-token', 200],
  ])
  const secrets = [
    'mistyped-password',
    'Vuon-tao#1',
    'pin-of-the-owner',
    'sought-for-name',
    'name-of-a-file',
    visitor.refreshToken,
    visitor.cookie.split('=')[1]!,
    url.searchParams.get('X-Amz-Signature')!,
  ]
  expect(secrets.filter(secret => (kho.out + kho.err).includes(secret))).toEqual([])
})

test('with a certificate both listeners speak https, files go up and come down, and SIGHUP renews it [V12.2.1]', async () => {
  const { cert, key } = makeCertificate(dir)
  const kho = await run({ KHO_TLS_CERT: cert, KHO_TLS_KEY: key, ...admin })
  expect([new URL(kho.url).protocol, new URL(kho.s3).protocol]).toEqual(['https:', 'https:'])
  const ca = readFileSync(cert)
  const call = (url: string, method: string, headers: Record<string, string> = {}, body = '') =>
    new Promise<{ status: number; cookie: string; text: string }>((resolve, reject) => {
      request(url, { method, headers, ca, servername: 'localhost' }, async answer => {
        const text = Buffer.concat(await answer.toArray()).toString()
        const cookie = answer.headers['set-cookie']?.[0] ?? ''
        resolve({ status: answer.statusCode!, cookie, text })
      })
        .on('error', reject)
        .end(body)
    })
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin: kho.url }
  const signIn = await call(
    `${kho.url}/api/auth/login`,
    'POST',
    form,
    'username=owner%40example.com&password=Vuon-tao%231',
  )
  expect(signIn.cookie).toContain('; Secure')
  const json = { 'content-type': 'application/json', origin: kho.url, cookie: signIn.cookie.split(';')[0]! }
  const post = async (path: string, body: unknown) =>
    JSON.parse((await call(`${kho.url}/api${path}`, 'POST', json, JSON.stringify(body))).text)
  await post('/bucket', { bucket: 'secure' })
  const files = [{ key: 'a', size: 5 }]
  const { urls } = await post('/objects/get-put-urls', { bucket: 'secure', files })
  expect((await call(urls[0], 'PUT', {}, 'hello')).status).toBe(200)
  const { url } = await post('/objects/get-download-url', { bucket: 'secure', key: 'a' })
  expect(new URL(url).origin).toBe(kho.s3)
  expect((await call(url, 'GET')).text).toBe('hello')

  const served = () => Promise.all([kho.url, kho.s3].map(fingerprintAt))
  const before = await served()
  makeCertificate(dir)
  kho.child.kill('SIGHUP')
  const fingerprint = new X509Certificate(readFileSync(cert)).fingerprint256
  await expect.poll(served).toEqual([fingerprint, fingerprint])
  expect(before).not.toContain(fingerprint)
  writeFileSync(key, 'damaged')
  kho.child.kill('SIGHUP')
  await expect.poll(() => kho.err).toContain('Keeping the current certificate')
  expect(await served()).toEqual([fingerprint, fingerprint])
  expect(await stop(kho)).toBe(0)
})

/** Of the certificate that a new connection gets. */
async function fingerprintAt(url: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const { fingerprint256 } = socket.getPeerCertificate()
  socket.destroy()
  return fingerprint256
}

test('verify and backup work while Kho runs and while it does not; a backup is restored', async () => {
  const first = await started()
  const visitor = await first.signedIn()
  expect((await visitor.call('POST', '/bucket', { bucket: 'kept' })).status).toBe(201)
  const fine = { code: 0, said: '0 bodies read, 0 bytes: all as they were written.\n' }
  const copy = join(dir, 'copy')
  expect(await does(['verify'])).toEqual(fine)
  const made = {
    code: 0,
    said: `0 files, linked, which takes no space.\nThe backup is in ${copy}.\n`,
  }
  expect(await does(['backup', copy])).toEqual(made)
  expect(await does(['backup', copy])).toEqual({
    code: 1,
    said: `${copy} is not empty: nothing was copied.\n`,
  })
  const within = join(dir, 'data', 'backup')
  expect(await does(['backup', within])).toEqual({
    code: 1,
    said: `${within} is in the data folder: nothing was copied.\n`,
  })
  expect(existsSync(within)).toBe(false)
  await first.stop()
  rmSync(copy, { recursive: true })
  expect(await does(['verify'])).toEqual(fine)
  expect(await does(['backup', copy])).toEqual(made)

  const restored = join(dir, 'elsewhere')
  expect(await does(['restore', copy], { KHO_DATA_DIR: restored })).toEqual({
    code: 0,
    said: `${fine.said}Restored to ${restored}: 4 files.\n`,
  })
  const again = await (await started({ KHO_DATA_DIR: restored })).signedIn()
  expect((await again.call('GET', '/bucket')).body).toMatchObject({ buckets: [{ name: 'kept' }] })
})

test('commands are told by --help, and refused where they are incomplete', async () => {
  expect(await does(['--version'])).toEqual({ code: 0, said: `0.1.0 (Node ${process.versions.node})\n` })
  expect((await does(['--help'])).said).toContain('node server/main.ts restore DIR [--accept-damage]\n')
  expect(await does(['restore'])).toEqual({
    code: 1,
    said: 'Use: node server/main.ts restore DIR [--accept-damage]\n',
  })
  expect(await does(['start', '--sample'])).toEqual({
    code: 1,
    said: 'Use: node server/main.ts start [--demo]\n',
  })
  const { code, said } = await does(['reload'])
  expect([code, said]).toEqual([1, expect.stringMatching(/^There is no command "reload"\.\n\nKho 0\.1\.0: /)])
  expect(existsSync(join(dir, 'data'))).toBe(false)
})

test('a user gets back in by the command, while Kho runs and while it does not [V7.4.5]', async () => {
  const email = owner.username
  const none = await does(['user', 'list'])
  expect(none).toEqual({ code: 1, said: expect.stringContaining('has no kho.sqlite') })
  const first = await started()
  const visitor = await first.signedIn()
  const database = new DatabaseSync(join(dir, 'data', 'kho.sqlite'))
  database.exec("update users set two_step = 1, two_step_secret = 'lost', pin_hash = 'lost'")
  expect(await does(['user', 'list'])).toEqual({ code: 0, said: `${email}  super admin, two-step, PIN\n` })
  const { code, said } = await does(['user', 'reset', email, '--password', '--pin', '--two-step'])
  expect(code).toBe(0)
  expect((await visitor.call('GET', '/bucket')).status).toBe(401)
  const password = /Password {4}(\S+)/.exec(said)![1]!
  const again = await first.visitor().signIn({ username: email, password })
  expect(again.body).toMatchObject({ user: { require_change_pass: true, pin_exists: false } })
  expect(database.prepare('select two_step, two_step_secret, pin_hash from users').get()).toEqual({
    two_step: 0,
    two_step_secret: null,
    pin_hash: null,
  })
  const acts = database.prepare('select action, data from audit where target = ?').all(email)
  expect(acts).toEqual([
    { action: 'SIGN_IN_RESET', data: '{"kind":"parts","parts":["password","pin","two-step"]}' },
  ])
  await first.stop()
  database.exec('delete from mails')
  expect(await does(['user', 'reset', email, '--pin'])).toEqual({
    code: 0,
    said: `${email}: PIN reset; signed out everywhere.\n`,
  })
  expect(database.prepare('select count(*) as waiting from mails').get()).toEqual({ waiting: 1 })
  database.close()
  expect((await does(['user', 'reset', 'nobody@kho.local', '--pin'])).code).toBe(1)
  expect((await does(['user', 'reset', email])).said).toMatch(/^Use: /)
})

test('a replacement of the secret that is killed goes on with the next command', {
  tags: ['faults'],
}, async () => {
  await (await started()).stop()
  const kept = () => ['secret', 'secret.old'].filter(name => existsSync(join(dir, 'data', name)))
  const child = spawn(process.execPath, ['server/main.ts', 'rotate', 'secret'], {
    env: { ...inherited, KHO_DATA_DIR: join(dir, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  child.stdout.once('data', () => child.kill('SIGKILL'))
  expect(await once(child, 'close')).toEqual([null, 'SIGKILL'])
  expect(kept()).toEqual(['secret', 'secret.old'])
  await (await started()).stop()
  expect(await does(['rotate', 'secret'])).toEqual({
    code: 0,
    said: expect.stringMatching(
      /^Sealed again: .*\nThe earlier secret is not needed any more, .*secret\.old is deleted\.\n$/,
    ),
  })
  expect(kept()).toEqual(['secret'])
  await (await started()).signedIn()
})
