import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { framed, type Mail } from '../../server/mail/frame.ts'
import { linkOrigin } from '../../server/mail/links.ts'
import { makeMailer } from '../../server/mail/mailer.ts'
import { bucketEventsMail, ownerReplacedMail, resetPasswordMail } from '../../server/mail/texts.ts'
import { makeCertificate } from '../support/certificate.ts'
import { readMail, startMailServer } from '../support/mail.ts'
import { configOf } from './support/console.ts'

const mail = resetPasswordMail('vi', 'an@example.com', 'https://kho.example.com/reset-password#token')

function mailer(smtpUrl: string | null, dataDir = '') {
  const env = { KHO_MAIL_FROM: 'Kho Hàng Việt <kho@example.com>', ...(smtpUrl && { KHO_SMTP_URL: smtpUrl }) }
  return makeMailer({ ...configOf(env), dataDir })
}

/** An SMTP server that asks who sends, with this certificate or without TLS; `seen` has whoever said. */
async function askingServer(tls: { cert: string; key: string } | null) {
  const seen: unknown[] = []
  const server = new SMTPServer({
    ...(tls
      ? { cert: readFileSync(tls.cert), key: readFileSync(tls.key) }
      : { disabledCommands: ['STARTTLS'] }),
    allowInsecureAuth: tls === null,
    disableReverseLookup: true,
    closeTimeout: 1000,
    onAuth({ username, password }, session, done) {
      seen.push([username, password, session.secure])
      done(null, password === 'p@ss:w/ord' ? { user: username } : {})
    },
    onData(stream, _session, done) {
      stream.resume()
      stream.on('end', done)
    },
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>(resolve => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  return { seen, port }
}

function newCertificate() {
  const dir = mkdtempSync(join(tmpdir(), 'kho-smtp-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  return makeCertificate(dir)
}

const failureOf = (sent: Promise<void>): Promise<Error> =>
  sent.then(
    () => new Error('It was sent.'),
    error => error,
  )

test('the user and the password of KHO_SMTP_URL sign in over TLS, and no error repeats the password', async () => {
  const certificate = newCertificate()
  const trusted = getCACertificates('default')
  setDefaultCACertificates([...trusted, readFileSync(certificate.cert, 'utf8')])
  onTestFinished(() => setDefaultCACertificates(trusted))
  const { seen, port } = await askingServer(certificate)
  await mailer(`smtp://kho%40example.com:p%40ss%3Aw%2Ford@127.0.0.1:${port}`).send(mail)
  const failure = await failureOf(mailer(`smtp://kho:wrong-word@127.0.0.1:${port}`).send(mail))
  expect(seen).toEqual([
    ['kho@example.com', 'p@ss:w/ord', true],
    ['kho', 'wrong-word', true],
  ])
  expect(failure.message).toContain('535')
  expect(`${failure.message} ${failure.stack}`).not.toContain('wrong-word')
})

test('the password goes to no server without TLS, nor to one whose certificate nobody vouches for [V12.3.2]', async () => {
  const plain = await askingServer(null)
  const unknown = await askingServer(newCertificate())
  for (const { port } of [plain, unknown]) {
    const failure = await failureOf(mailer(`smtp://kho:p%40ss%3Aw%2Ford@127.0.0.1:${port}`).send(mail))
    expect(failure.message).toMatch(/STARTTLS|self-signed certificate/)
  }
  expect([plain.seen, unknown.seen]).toEqual([[], []])
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

test('a link is the same in the text and in the HTML [V1.1.2]', async () => {
  const link = 'https://kho.example.com/reset-password#token'
  const { text, html } = framed(mail, configOf({}).brand, null)
  expect(text).toContain(`\n${link}\n`)
  expect(html).toContain(`href="${link}"`)
  expect((await readMail(`To: a@example.com\r\n\r\n${text}`)).text).toContain(link)
})

test.each([
  ['the public URL', 'https://kho.example.com', 'smtp://mail', 'evil.example', 'https://kho.example.com'],
  ['nothing, by SMTP, where the request named the host', null, 'smtp://mail', 'evil.example', null],
  ['this computer', null, 'smtp://mail', 'localhost', 'http://localhost:8080'],
  ['what the request named, into the outbox', null, null, 'kho.lan', 'http://kho.lan:8080'],
])('a mailed link begins with %s', (_name, publicUrl, smtpUrl, hostname, origin) => {
  const visitor = { hostname, origin: `http://${hostname}:8080` }
  const config = { publicUrl, mail: { smtpUrl, from: null } }
  expect(linkOrigin({ ...config, basePath: '' }, visitor)).toBe(origin)
  expect(linkOrigin({ ...config, basePath: '/kho' }, visitor)).toBe(origin && `${origin}/kho`)
})

test('characters that mail allows in an address add neither headers nor recipients [V1.3.11]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kho-outbox-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const to = "a!#$%&'*+-/?=^_`{|}~@xn--bcher-kva.example"
  await mailer(null, folder).send({ ...mail, to })
  const [file = ''] = readdirSync(join(folder, 'outbox'))
  const head = readFileSync(join(folder, 'outbox', file), 'utf8').split('\r\n\r\n')[0]!
  expect(head.replaceAll('\r\n ', ' ').match(/^(?:to|cc|bcc): .*$/gim)).toEqual([`To: ${to}`])
})

test('a mail has the name, the colour and the support of the brand, and nobody else’s words are changed', async ({
  onTestFinished,
}) => {
  const server = await startMailServer()
  onTestFinished(() => server.stop())
  const brand = {
    KHO_BRAND_NAME: 'Đám mây <Việt>',
    KHO_BRAND_COLORS: '#6b21a8,#9d174d',
    KHO_SUPPORT_URL: 'mailto:help@example.com?subject=Kho',
  }
  const send = (each: Mail) => makeMailer(configOf({ KHO_SMTP_URL: server.url, ...brand })).send(each)
  await send(mail)
  const received = await server.next('an@example.com')
  expect([received.from, received.subject]).toEqual(['no-reply@kho.local', 'Đặt lại mật khẩu Đám mây <Việt>'])
  expect(received.text.trim().split('\n').slice(-3)).toEqual([
    'Cần hỗ trợ? Liên hệ: help@example.com',
    '',
    '— Đám mây <Việt>',
  ])
  expect(received.html).toContain('background:#6b21a8')
  expect(received.html).toContain('<title>Đặt lại mật khẩu Đám mây &#60;Việt&#62;</title>')
  expect(received.html).toContain('<a href="mailto:help@example.com?subject=Kho">help@example.com</a>')
  await send(ownerReplacedMail('en', 'binh@example.com', '{brand} {color}'))
  const told = await server.next('binh@example.com')
  expect(told.text).toContain('\nAccount: {brand} {color}\n')
  expect(told.html).toContain('<strong>&#123;brand} &#123;color}</strong>')
})

test('a mail that an earlier version has stored is sent as it was', async ({ onTestFinished }) => {
  const server = await startMailServer()
  onTestFinished(() => server.stop())
  const stored = { to: 'an@example.com', subject: 'Kho', text: 'Kho {brand}', html: '<p>Kho</p>' }
  await mailer(server.url).send(stored)
  const { subject, text } = await server.next('an@example.com')
  expect([subject, text.trim()]).toEqual(['Kho', 'Kho {brand}'])
})

test.each([
  ['vi', 'Mở Kho: https://kho.example.com/kho'],
  ['en', 'Open Kho: https://kho.example.com/kho'],
] as const)('a mail leads to the console, if its address is known: %s', (locale, line) => {
  const { brand } = configOf({})
  const known = framed({ ...mail, locale }, brand, 'https://kho.example.com/kho')
  expect(known.text.split('\n')).toContain(line)
  expect(known.html).toContain('<a href="https://kho.example.com/kho">')
  expect(framed({ ...mail, locale }, brand, null).text).not.toContain(line.slice(0, 8))
})

const event = (event: string, bucket = '', key = '') => ({ event, bucket, key })

test('a mail about events says what happened in words, where, and leads to the buckets', () => {
  const events = [
    event('s3:ObjectCreated:Put', 'anh', 'hè/<b>.jpg'),
    event('s3:ObjectRemoved:DeleteMarkerCreated', 'anh', 'cũ\u202e.txt'),
    event('s3:TestEvent', 'kho.2'),
    event('kho:EventsLost'),
    event('s3:Unknown:Thing', 'anh', 'x'),
  ]
  const mail = (origin: string | null) =>
    bucketEventsMail('en', 'an@example.com', 'don-hang', events, { more: 3, origin })
  const lines = [
    'Stored: anh/hè/<b>.jpg',
    'Deleted: anh/cũ\ufffd.txt',
    'Test: kho.2',
    'Some events could not be kept and are missing here',
    's3:Unknown:Thing: anh/x',
    'and 3 more',
  ]
  expect(mail(null).text.split('\n')).toEqual(lines)
  expect(mail('https://kho.example.com').text.split('\n')).toEqual([
    ...lines,
    '',
    'anh: https://kho.example.com/bucket-management/anh',
    'kho.2: https://kho.example.com/bucket-management/kho.2',
  ])
  expect(mail('https://kho.example.com').html.split('<br>')[0]).toBe(
    'Stored: <a href="https://kho.example.com/bucket-management/anh">anh</a>/hè/&#60;b&#62;.jpg',
  )
})

test.each([
  ['of tests alone', [event('s3:TestEvent'), event('s3:TestEvent', 'anh')], 'Test of a topic: don-hang'],
  [
    'of a test and more',
    [event('s3:TestEvent'), event('s3:ObjectCreated:Put', 'anh', 'a')],
    'Events in your buckets: don-hang',
  ],
])('a mail %s is said to be that', (_, events, subject) => {
  const mail = bucketEventsMail('en', 'an@example.com', 'don-hang', events, { more: 0, origin: null })
  expect(mail.words.subject).toBe(subject)
  expect(mail.words.why.includes('Nothing happened in your buckets.')).toBe(subject.startsWith('Test'))
})
