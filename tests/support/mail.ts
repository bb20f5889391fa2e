import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { mails as texts } from '../../languages/languages.ts'
import { fillIn } from '../../server/brand/fill-in.ts'
import { count } from './count.ts'
import { patience } from './patience.ts'

export type ReceivedMail = {
  to: string
  from: string
  subject: string
  text: string
  html: string
  /** As received. */
  raw: string
}

export type MailServer = {
  /** For KHO_SMTP_URL. */
  url: string
  /** All received mail but security notices, oldest first. */
  mails(): ReceivedMail[]
  /** The next of these to this address not yet returned. */
  next(to: string): Promise<ReceivedMail>
  /** All received security notices, oldest first. */
  notices(): ReceivedMail[]
  /** The next of these to this address not yet returned. */
  nextNotice(to: string): Promise<ReceivedMail>
  /** Refuses, or accepts again, all mail from now on. */
  refuse(refused: boolean): void
  /** Forgets what it has received, and accepts all mail. */
  empty(): void
  stop(): Promise<void>
}

const noticeSubjects = new Set(
  Object.values(texts).flatMap(({ security }) =>
    Object.values(security.events).map(({ subject }) => fillIn(subject, 'Kho')),
  ),
)
const isNotice = ({ subject }: ReceivedMail) => noticeSubjects.has(subject)

/** A real SMTP server on loopback that keeps its mail. */
export async function startMailServer(): Promise<MailServer> {
  count('mails')
  const received: ReceivedMail[] = []
  const given = new Set<ReceivedMail>()
  const waiting = new Set<() => void>()
  let refused = false
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    closeTimeout: 1000,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('error', done)
      stream.on('end', () => {
        if (refused) return done(Object.assign(new Error('Not now.'), { responseCode: 451 }))
        const raw = Buffer.concat(chunks).toString('utf8')
        readMail(raw).then(mail => {
          received.push({ ...mail, to: session.envelope.rcptTo[0]?.address ?? mail.to })
          done()
          for (const wake of waiting) wake()
        }, done)
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  /** The next mail to this address among `all` that was not given yet. */
  async function next(to: string, all: () => ReceivedMail[]): Promise<ReceivedMail> {
    const deadline = Date.now() + patience
    for (;;) {
      const mail = all().find(each => each.to === to && !given.has(each))
      if (mail) {
        given.add(mail)
        return mail
      }
      if (Date.now() >= deadline) {
        throw new Error(`No mail to ${to}; there are ${received.map(each => each.to).join(', ') || 'none'}.`)
      }
      await new Promise<void>(resolve => {
        const wake = () => {
          clearTimeout(timer)
          waiting.delete(wake)
          resolve()
        }
        const timer = setTimeout(wake, deadline - Date.now())
        waiting.add(wake)
      })
    }
  }
  const mails = () => received.filter(each => !isNotice(each))
  const notices = () => received.filter(isNotice)
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    next: to => next(to, mails),
    notices,
    nextNotice: to => next(to, notices),
    refuse(now) {
      refused = now
    },
    empty() {
      received.length = 0
      refused = false
    },
    stop: () => new Promise(resolve => server.close(() => resolve())),
  }
}

/** Parses a mail from an .eml file or from SMTP. */
export async function readMail(raw: string): Promise<ReceivedMail> {
  const mail: Email = await PostalMime.parse(raw)
  return {
    to: mail.to?.[0]?.address ?? '',
    from: mail.from?.address ?? '',
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    raw,
  }
}

/** The password reset link in a mail. */
export function resetLinkIn(mail: ReceivedMail): string {
  return linkIn(mail, 'reset-password')
}

type MailedPage = 'reset-password' | 'invitation' | 'confirm-email' | 'undo-email' | 'confirm-address'

/** The link to a page with a token that is in a mail. */
export function linkIn(mail: ReceivedMail, page: MailedPage): string {
  const link = new RegExp(`https?://\\S+/${page}#\\S+`).exec(mail.text)?.[0]
  if (!link) throw new Error(`No link in: ${mail.text}`)
  return link
}

/** The token of that link. */
export function tokenIn(mail: ReceivedMail, page: Parameters<typeof linkIn>[1]): string {
  return new URL(linkIn(mail, page)).hash.slice(1).split('/')[0]!
}

/** The six-digit PIN reset code in a mail. */
export function mailCodeIn(mail: ReceivedMail): string {
  const code = /\b\d{6}\b/.exec(mail.text)?.[0]
  if (!code) throw new Error(`No code in: ${mail.text}`)
  return code
}
