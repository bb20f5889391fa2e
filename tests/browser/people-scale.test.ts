// @module-tag timing
import { expect, test } from 'vitest'
import { openDatabase } from '../../server/store/open.ts'
import { addSubUsers } from '../support/many-sub-users.ts'
import { patience } from '../support/patience.ts'
import { texts } from '../support/screens.ts'
import { nextPage, sharedConsole } from '../support/shared.ts'
import { signInBeside } from '../support/visit.ts'
import { makeOwner } from './support/people.ts'

const t = texts('en')
const many = 10_000

/** Gives the account of an owner ten thousand sub-users. */
async function fillAccount(dataDir: string, ownerEmail: string): Promise<void> {
  const db = await openDatabase({ url: null, dataDir })
  const { account_id } = await db
    .selectFrom('users')
    .select('account_id')
    .where('email', '=', ownerEmail)
    .executeTakeFirstOrThrow()
  await addSubUsers(db, account_id, many)
  await db.destroy()
}

test('ten thousand sub-users scroll to the last; the page never has more rows than a screen needs', async () => {
  const { url, dataDir } = await sharedConsole()
  const owner = await makeOwner(url)
  await fillAccount(dataDir, owner.email)
  const page = await nextPage({ signedIn: false })
  await signInBeside(page, url, owner)
  await page.goto('/user-management/sub-user')
  await page.getByRole('img', { name: t('people.count', { count: many }) }).waitFor()
  await page.getByText('Người 00000').waitFor()
  const last = page.getByText('Người 09999')
  let most = 0
  await expect
    .poll(
      async () => {
        const rows = await page.evaluate(() => {
          const content = document.getElementById('content')!
          content.scrollTop = content.scrollHeight
          return document.querySelectorAll('tbody tr').length
        })
        most = Math.max(most, rows)
        return last.count()
      },
      { timeout: 6 * patience, interval: 30 },
    )
    .toBe(1)
  expect(most).toBeLessThan(60)
  const row = page.getByRole('row').filter({ has: last })
  await expect.poll(() => row.getAttribute('aria-rowindex')).toBe(String(many + 1))
  await page.evaluate(() => document.getElementById('content')!.scrollTo({ top: 0 }))
  await page.getByText('Người 00000').waitFor()
})
