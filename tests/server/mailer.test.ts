import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { makeLater } from '../../server/mail/later.ts'
import { linkOrigin } from '../../server/mail/link-origin.ts'
import { makeMailer } from '../../server/mail/mailer.ts'
import { resetPasswordMail } from '../../server/mail/texts.ts'
import { readMail, startMailServer } from '../support/mail.ts'

const mail = resetPasswordMail('vi', 'an@example.com', 'https://kho.example.com/reset-password#token')

function mailer(smtpUrl: string | null, dataDir = '') {
  return makeMailer({ mail: { smtpUrl, from: 'Kho Hàng Việt <kho@example.com>' }, publicUrl: null, dataDir })
}

test('the user and the password of KHO_SMTP_URL sign in, and no error repeats the password', async ({
  onTestFinished,
}) => {
  const seen: unknown[] = []
  const server = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 1000,
    onAuth({ username, password }, _session, done) {
      seen.push([username, password])
      done(null, password === 'p@ss:w/ord' ? { user: username } : {})
    },
    onData(stream, _session, done) {
      stream.resume()
      stream.on('end', done)
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>(resolve => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  await mailer(`smtp://kho%40example.com:p%40ss%3Aw%2Ford@127.0.0.1:${port}`).send(mail)
  const failure: Error = await mailer(`smtp://kho:wrong-word@127.0.0.1:${port}`)
    .send(mail)
    .then(
      () => new Error('It was sent.'),
      error => error,
    )
  expect(seen).toEqual([
    ['kho@example.com', 'p@ss:w/ord'],
    ['kho', 'wrong-word'],
  ])
  expect(failure.message).toContain('535')
  expect(`${failure.message} ${failure.stack}`).not.toContain('wrong-word')
})

test('a mail says who sent it, in any script, and that a machine did', async ({ onTestFinished }) => {
  const server = await startMailServer()
  onTestFinished(() => server.stop())
  await mailer(server.url).send(mail)
  const received = await server.next('an@example.com')
  expect([received.from, received.subject]).toEqual(['kho@example.com', 'Đặt lại mật khẩu Kho'])
  expect(received.raw).toMatch(/^Auto-Submitted: auto-generated\r?$/m)
  expect(received.raw).toMatch(/^From: =\?UTF-8\?/im)
})

test('an outbox that cannot be written leaves no half mail, and says so', async ({ onTestFinished }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kho-mail-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  writeFileSync(join(dataDir, 'outbox'), 'a file where the folder should be')
  await expect(mailer(null, dataDir).send(mail)).rejects.toThrow('EEXIST')
  expect(readdirSync(dataDir)).toEqual(['outbox'])
})

test('a link is the same in the text and in the HTML', async () => {
  const link = 'https://kho.example.com/reset-password#token'
  expect(mail.text).toContain(`\n${link}\n`)
  expect(mail.html).toContain(`href="${link}"`)
  expect((await readMail(`To: a@example.com\r\n\r\n${mail.text}`)).text).toContain(link)
})

test.each([
  ['the public URL', 'https://kho.example.com', 'smtp://mail', 'evil.example', 'https://kho.example.com'],
  ['nothing, by SMTP, where the request named the host', null, 'smtp://mail', 'evil.example', null],
  ['this computer', null, 'smtp://mail', 'localhost', 'http://localhost:8080'],
  ['what the request named, into the outbox', null, null, 'kho.lan', 'http://kho.lan:8080'],
])('a mailed link begins with %s', (_name, publicUrl, smtpUrl, hostname, origin) => {
  const visitor = { hostname, origin: `http://${hostname}:8080` }
  expect(linkOrigin({ publicUrl, mail: { smtpUrl, from: null } }, visitor)).toBe(origin)
})

test('work for later is done before the console has closed, and a failure stops no other', async () => {
  const failures: unknown[] = []
  const done: number[] = []
  const later = makeLater(error => failures.push((error as Error).message))
  later.add(async () => {
    throw new Error('no')
  })
  later.add(async () => {
    done.push(2)
  })
  expect(done).toEqual([])
  await later.close()
  expect([failures, done]).toEqual([['no'], [2]])
})
