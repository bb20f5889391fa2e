import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'
import { type FramedMail, framed, type Mail } from './frame.ts'
import { ownOrigin } from './links.ts'

export type Mailer = {
  /**
   * Resolves once the SMTP server has accepted the mail, or it is in the outbox folder. `id`: stays the same when a
   * mail is resent, so that mailboxes recognize it (RFC 5322, 3.6.4).
   */
  send(mail: Mail | FramedMail, id?: string): Promise<void>
}

/** ms */
const timeout = 10_000

/** Sends by KHO_SMTP_URL, else writes `.eml` files into `outbox` in the data directory. */
export function makeMailer(
  config: Pick<Config, 'mail' | 'publicUrl' | 'basePath' | 'dataDir' | 'brand'>,
): Mailer {
  const host = senderHost(config.publicUrl)
  const from = config.mail.from ?? { name: config.brand.name, address: `no-reply@${host}` }
  const headers = { 'Auto-Submitted': 'auto-generated' }
  // Earlier versions stored mails with their frame.
  const framedHere = (mail: Mail | FramedMail) =>
    'words' in mail ? framed(mail, config.brand, ownOrigin(config)) : mail
  const message = (mail: Mail | FramedMail, id: string | undefined) => {
    const { unsubscribe, ...rest } = framedHere(mail)
    // Source: RFC 8058, 3.1; the signature of the operator's mail server must cover both.
    const oneClick = unsubscribe && {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }
    return { ...rest, ...messageId(id), from, headers: { ...headers, ...oneClick } }
  }
  const messageId = (id: string | undefined) => (id === undefined ? {} : { messageId: `<${id}@${host}>` })
  const { smtpUrl } = config.mail
  if (smtpUrl === null) {
    const composer = createTransport({ ...common, streamTransport: true, buffer: true, newline: 'windows' })
    return {
      async send(mail, id) {
        const sent = await composer.sendMail(message(mail, id))
        await writeOutbox(join(config.dataDir, 'outbox'), sent.message as Buffer)
      },
    }
  }
  const transport = transportTo(smtpUrl)
  return {
    async send(mail, id) {
      await transport.sendMail(message(mail, id))
    },
  }
}

const common = { disableFileAccess: true, disableUrlAccess: true }

const transportTo = (smtpUrl: string) =>
  createTransport({
    ...common,
    url: smtpUrl,
    // A password is sent over TLS only, even to a server that offers none.
    requireTLS: new URL(smtpUrl).username !== '',
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    dnsTimeout: timeout,
  })

/** Connects to the SMTP server as for a mail, signs in, and leaves. @throws as `send` would */
export async function greetMailServer(smtpUrl: string): Promise<void> {
  await transportTo(smtpUrl).verify()
}

function senderHost(publicUrl: string | null): string {
  const host = publicUrl === null ? '' : new URL(publicUrl).hostname
  return host === '' || host.startsWith('[') || isIP(host) !== 0 ? 'kho.local' : host
}

/** Writes a mail into the folder, atomically, readable by its owner only (mode 0600). */
async function writeOutbox(folder: string, message: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}`
  const draft = join(folder, `.${name}.draft`)
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(message)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, join(folder, `${name}.eml`))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
