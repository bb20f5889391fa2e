import type { Browser, Page } from 'playwright'
import type { FlowEvent } from '../../../flows/kit/paths.ts'
import { type MailServer, resetLinkIn } from '../../support/mail.ts'
import { typeCredentials, typeNewPassword } from './entry-play.ts'
import type { FlowConsole } from './flow-console.ts'
import { personAt, seeOn } from './person-in-browser.ts'
import { t } from './play.ts'
import { newPassword, newStage, type Stage } from './stage.ts'

/** The sign-in page, before anything is typed. */
export async function openEntry(browser: Browser, kho: FlowConsole, path: FlowEvent[]): Promise<Stage> {
  const stage = await newStage(browser, kho, path)
  await stage.page.goto(kho.url)
  return stage
}

/** Resets the password by a mailed link, up to the sign-in page that says so. */
export async function resetPassword({ page, kho, email }: Stage, mail: MailServer, to = newPassword) {
  const { fill, press } = personAt(page)
  await kho.forgive()
  await page.goto(`${kho.url}/forgot-password`)
  await fill(t('auth.email'), email)
  await press(t('auth.sendLink'))
  await page.goto(resetLinkIn(await mail.next(email)))
  await typeNewPassword(personAt(page), to)
  await page.getByText(t('auth.passwordReset')).waitFor()
}

export const signInBy = (page: Page, email: string, typed: string) =>
  typeCredentials(personAt(page), email, typed)

/** The console has come, at the buckets. */
export const seeBuckets = ({ page }: Stage) => seeOn(page, { path: '/bucket-management' })
