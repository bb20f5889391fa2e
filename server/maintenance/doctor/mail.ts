import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { greetMailServer } from '../../mail/mailer.ts'
import { bad, good, reasonOf, sentence, type Verdict, warning } from './verdict.ts'

/** Whether the mail server accepts Kho, its encryption and its password. Sends no mail. */
export async function checkMail({ dataDir, mail }: Config): Promise<Verdict> {
  if (mail.smtpUrl === null)
    return warning(`Mails are files in ${join(dataDir, 'outbox')}, and reach nobody.`, 'Set KHO_SMTP_URL.')
  const { host, username } = new URL(mail.smtpUrl)
  try {
    await greetMailServer(mail.smtpUrl)
    return good(`The mail server ${host} accepts ${username === '' ? 'Kho' : 'Kho’s user and password'}.`)
  } catch (error) {
    return bad(
      sentence(`The mail server ${host} cannot be used: ${reasonOf(error)}`),
      'Correct KHO_SMTP_URL: its scheme, port, user and password.',
    )
  }
}
