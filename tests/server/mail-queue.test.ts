import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { makeBackground } from '../../server/background/runner.ts'
import { makeMailer } from '../../server/mail/mailer.ts'
import { addMailQueue, retryAfter } from '../../server/mail/queue.ts'
import { type Database, openDatabase } from '../../server/store/open.ts'
import { makeVault } from '../../server/vault/vault.ts'
import * as processes from '../support/console.ts'
import { resetLinkIn } from '../support/mail.ts'
import { configOf, owner, type Visitor } from './support/console.ts'
import { onEachUrl } from './support/stores.ts'
import { ownConsole, restoredConsole, sharedMail } from './support/with-console.ts'

const secret = 's'.repeat(32)
const minute = 60_000

const mail = sharedMail()

function newFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'kho-mails-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/** A mail server that takes connections and never says a word. */
async function silentServer(): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => undefined)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await once(server.close(), 'close')
  })
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function ask(visitor: Visitor, email: string): Promise<void> {
  expect((await visitor.call('POST', '/user/request-reset-password', { email })).status).toBe(204)
}

const rowsOf = (db: Database) => db.selectFrom('mails').selectAll().execute()

onEachUrl(makeUrl => {
  let url: string | null
  beforeEach(async context => {
    url = await makeUrl(context)
  })

  test('a mail that was asked for outlives a killed process, and is sent once', {
    tags: ['faults'],
  }, async () => {
    const dataDir = newFolder()
    const env = { KHO_SECRET: secret, ...(url !== null && { KHO_DATABASE_URL: url }) }
    const silent = await silentServer()
    const first = await processes.startConsole({ dataDir, env: { ...env, KHO_SMTP_URL: silent }, pin: false })
    onTestFinished(() => first.kill())
    const answer = await fetch(`${first.url}/api/user/request-reset-password`, {
      method: 'POST',
      headers: { origin: first.url, 'content-type': 'application/json' },
      body: JSON.stringify({ email: processes.owner.email }),
    })
    expect(answer.status).toBe(204)
    await first.kill()
    // Later than any claim of the killed process counts.
    const second = await ownConsole(
      { ...env, KHO_DATA_DIR: dataDir, KHO_SMTP_URL: mail.url },
      { now: () => Date.now() + 5 * minute },
    )
    const link = resetLinkIn(await mail.next(processes.owner.email))
    const token = new URL(link).hash.slice(1)
    const reset = { token, new_password: 'Vuon-tao#2' }
    expect((await second.visitor().call('PUT', '/user/reset-password', reset)).status).toBe(204)
    const { db, mails } = second.kho.services
    await mails.run()
    expect([mail.mails().length, await rowsOf(db)]).toEqual([1, []])
  })

  test('two processes send each mail once', async () => {
    const dataDir = newFolder()
    const db = await openDatabase({ url, dataDir })
    onTestFinished(() => db.destroy())
    const other = url === null ? db : await openDatabase({ url, dataDir })
    if (other !== db) onTestFinished(() => other.destroy())
    const config = { ...configOf({ KHO_SMTP_URL: mail.url }), dataDir }
    const log = { warn: () => undefined, error: () => undefined }
    const queue = (on: Database) => {
      const options = { db: on, vault: makeVault(secret), mailer: makeMailer(config), now: () => 1e12, log }
      const background = makeBackground(options)
      onTestFinished(() => background.stop())
      return addMailQueue(background, options)
    }
    const [one, two] = [queue(db), queue(other)]
    const addresses = Array.from({ length: 30 }, (_, i) => `an-${i + 10}@example.com`)
    for (const to of addresses) {
      await one.add({ mail: { to, subject: 'Kho', text: 'Kho', html: 'Kho' }, link: null }, 60)
    }
    await Promise.all([one.run(), two.run()])
    expect(
      mail
        .mails()
        .map(each => each.to)
        .sort(),
    ).toEqual(addresses)
    expect(await rowsOf(db)).toEqual([])
  })
})

test('a failed mail is retried in seconds, then minutes, and after hours every hour', () => {
  expect([1, 2, 7, 8, 24, 25, 200].map(retryAfter)).toEqual([5, 10, 320, 600, 600, 3600, 3600])
})

describe('a mail that waits', () => {
  const log: string[] = []
  const console = restoredConsole(() => ({ KHO_SMTP_URL: mail.url, KHO_LOG_LEVEL: 'warn' }), {
    logTo: { write: line => log.push(line) },
  })
  let db: Database
  beforeEach(() => {
    log.length = 0
    db = console.kho.services.db
  })

  const run = () => console.kho.services.mails.run()
  const pass = (seconds: number) => {
    console.clock.now += seconds * 1000
  }

  test('is kept sealed, and alike whether anybody has the address, before anything is looked up', async () => {
    const idle = await ownConsole()
    const { background, db } = idle.kho.services
    await background.stop()
    const nobody = owner.username.replace('owner', 'nobod')
    for (const email of [owner.username, nobody]) await ask(idle.visitor(), email)
    const rows = await rowsOf(db)
    const shape = rows.map(({ id: _, request, ...others }) => ({ ...others, size: request.length }))
    expect([shape.length, shape[0]]).toEqual([2, shape[1]])
    expect(JSON.stringify(rows)).not.toMatch(/@|example|http|127\.0/)
    expect(await db.selectFrom('password_resets').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('audit').selectAll().execute()).toEqual([])
  })

  test('is tried again while the mail server refuses, with longer pauses, and its one link works', async () => {
    mail.refuse(true)
    await ask(console.visitor(), owner.username)
    const pauses: number[] = []
    for (let i = 0; i < 9; i++) {
      await run()
      const [row, ...others] = await rowsOf(db)
      expect([row!.tries, others]).toEqual([i + 1, []])
      expect(JSON.stringify(row)).not.toMatch(/@|example|http/)
      pauses.push(row!.due_at - Math.floor(console.clock.now / 1000))
      pass(pauses[i]! - 1)
      await run()
      expect((await rowsOf(db))[0]!.tries).toBe(i + 1)
      pass(1)
    }
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 600, 600])
    mail.refuse(false)
    await run()
    const token = new URL(resetLinkIn(await mail.next(owner.username))).hash.slice(1)
    const acts = await db.selectFrom('audit').select('action').execute()
    expect([await rowsOf(db), acts]).toEqual([[], [{ action: 'PASSWORD_RESET_REQUESTED' }]])
    const reset = { token, new_password: 'Vuon-tao#2' }
    expect((await console.visitor().call('PUT', '/user/reset-password', reset)).status).toBe(204)
  })

  test('is given up when its link is over, and the log says so without the address', async () => {
    mail.refuse(true)
    await ask(console.visitor(), owner.username)
    await run()
    mail.refuse(false)
    pass(3600)
    log.length = 0
    await run()
    expect([mail.mails().length, await rowsOf(db)]).toEqual([0, []])
    expect(log.map(line => JSON.parse(line).msg)).toEqual(['A mail expired before it could be sent.'])
    expect(log.join('')).not.toMatch(/@|reset-password/)
  })

  test('is not sent with a link that a newer one has replaced', async () => {
    mail.refuse(true)
    await ask(console.visitor(), owner.username)
    await run()
    mail.refuse(false)
    await ask(console.visitor(), owner.username)
    await run()
    pass(5)
    await run()
    expect([mail.mails().length, await rowsOf(db)]).toEqual([1, []])
  })
})
