import { readFileSync } from 'node:fs'
import { PutObjectCommand, S3 } from '@aws-sdk/client-s3'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { openDatabase } from '../../server/store/open.ts'
import { awsSnippet, credentialsFile, curlSnippet, rcloneSnippet } from '../../src/keys/snippets.ts'
import { signInApi } from '../support/api.ts'
import type { Console } from '../support/console.ts'
import { owner } from '../support/console.ts'
import { texts } from '../support/screens.ts'
import { nextPage, sharedConsole } from '../support/shared.ts'
import { step } from '../support/step.ts'
import { totpAt } from '../support/totp.ts'
import { signInBeside } from '../support/visit.ts'
import { makeOwner, makeSubUser } from './support/people.ts'

// That aws and rclone work with what is shown: key-set-up.test.ts.

const t = texts('en')

/** An owner with a bucket, signed in. */
async function stage() {
  const kho = await sharedConsole()
  const { email, password, api } = await makeOwner(kho.url)
  const bucket = `sao-luu-${email.split('@')[0]}`
  await api.call('POST', '/bucket', { bucket })
  const page = await nextPage({ signedIn: false })
  await signInBeside(page, kho.url, { email, password })
  return { kho, email, api, bucket, page }
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
/** What a dialog covers has no role while it is open. */
const closed = (page: Page) =>
  page.locator('[role=dialog], [role=alertdialog]').waitFor({ state: 'detached' })

/** The value beside a label, also behind a dialog. */
const shownAt = (page: Page, name: string) =>
  page.getByRole('group', { name, exact: true, includeHidden: true }).locator('code').innerText()

async function confirmBy(page: Page, pin: string) {
  await page.getByLabel(t('confirm.pin'), { exact: true }).fill(pin)
  await button(page, t('confirm.do')).click()
}

async function act(page: Page, name: string, action: string) {
  await button(page, t('common.actionsFor', { name })).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Everything that the page holds to read, and what the browser keeps of it. */
async function everythingIn(page: Page): Promise<string> {
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  return (await page.content()) + kept
}

/** The status that the storage answers with, 200 where it does as it is told. */
async function statusOf(call: Promise<unknown>): Promise<number> {
  try {
    await call
    return 200
  } catch (error) {
    return (error as { $metadata: { httpStatusCode: number } }).$metadata.httpStatusCode
  }
}

/** The confirmation of a user's sessions has lasted its time. */
async function letConfirmationEnd(kho: Console, email: string) {
  const db = await openDatabase({ url: null, dataDir: kho.dataDir })
  const user = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  await db.updateTable('sessions').set({ confirmed_until: 1 }).where('user_id', '=', user.id).execute()
  await db.destroy()
}

test('an S3 key is made, used, disabled and deleted; nothing of it is shown before the PIN, its secret once', async () => {
  const { kho, email, api, bucket, page } = await stage()
  const name = 'Máy chủ sao lưu'
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])

  await step('keys are not shown, nor anything about them, before the PIN', async () => {
    const answers: number[] = []
    page.on('response', answer => {
      if (answer.url().endsWith('/api/user/access-key')) answers.push(answer.status())
    })
    await page.goto('/security/keys')
    await heading(page, t('keys.locked.title')).waitFor()
    await button(page, t('keys.unlock')).click()
    await confirmBy(page, '0000')
    await page.getByText(t('error.PIN_INCORRECT')).waitFor()
    expect(answers).toEqual([403])
    await confirmBy(page, owner.pin)
    await heading(page, t('keys.empty.title')).waitFor()
    expect(answers).toEqual([403, 200])
  })

  await button(page, t('keys.create')).click()
  await page.getByLabel(t('keys.nameField')).press('Enter')
  await page.getByText(t('issue.required')).waitFor()
  await page.getByLabel(t('keys.nameField')).fill(name)
  await page.getByLabel(t('keys.nameField')).press('Enter')
  await heading(page, t('keys.createdTitle')).waitFor()
  const access = {
    accessKey: await shownAt(page, t('keys.accessKey')),
    secretKey: await shownAt(page, t('keys.secretKey')),
    endpoint: await shownAt(page, t('keys.endpoint')),
    region: await shownAt(page, t('keys.region')),
  }
  const { accessKey: accessKeyId, secretKey: secretAccessKey, ...place } = access
  const s3 = new S3({
    ...place,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  })
  const list = () => statusOf(s3.listBuckets())

  await step('it works with the AWS SDK at the address that is shown', async () => {
    expect(access.endpoint).toBe(kho.s3Url)
    expect(await list()).toBe(200)
    const put = new PutObjectCommand({ Bucket: bucket, Key: 'ghi chú.txt', Body: 'Xin chào' })
    expect(await statusOf(s3.send(put))).toBe(200)
  })

  await step('it is copied, kept as a file, and set up in programs', async () => {
    await button(page, t('keys.copy', { what: t('keys.secretKey') })).click()
    await page.getByText(t('shell.copied')).waitFor()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(access.secretKey)
    const coming = page.waitForEvent('download')
    await button(page, t('keys.download')).click()
    expect(readFileSync(await (await coming).path(), 'utf8')).toBe(credentialsFile(access))
    for (const [program, snippet] of [
      ['aws', awsSnippet(access)],
      ['rclone', rcloneSnippet(access)],
    ] as const) {
      await button(page, program).click()
      const region = page.getByRole('region', { name: `${t('keys.setUp')}: ${program}` })
      await expect.poll(() => region.innerText()).toBe(snippet)
    }
  })

  await step('no secret stays behind when the dialog is closed, which a slip does not do', async () => {
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    const asked = page.waitForEvent('dialog')
    void page.evaluate(() => location.reload())
    const question = await asked
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()
    await heading(page, t('keys.createdTitle')).waitFor()
    expect(await everythingIn(page)).toContain(access.secretKey)
    await button(page, t('keys.done')).click()
    await closed(page)
    expect(await everythingIn(page)).not.toContain(access.secretKey)
    await page.reload()
    await page.getByText(name).first().waitFor()
    expect(await everythingIn(page)).not.toContain(access.secretKey)
  })

  await step('disabled it is refused, and works again when it is enabled', async () => {
    await act(page, name, t('keys.disable'))
    await page.getByText(t('keys.disabled'), { exact: true }).waitFor()
    expect(await list()).toBe(403)
    await act(page, name, t('keys.enable'))
    await page.getByText(t('keys.enabled'), { exact: true }).waitFor()
    expect(await list()).toBe(200)
  })

  await step('after the confirmation has ended a change is made as soon as it is given again', async () => {
    await letConfirmationEnd(kho, email)
    await button(page, t('keys.create')).click()
    await page.getByLabel(t('keys.nameField')).fill('rclone')
    await page.getByLabel(t('keys.nameField')).press('Enter')
    await confirmBy(page, owner.pin)
    await heading(page, t('keys.createdTitle')).waitFor()
    await button(page, t('keys.done')).click()
    await page.getByText('rclone').first().waitFor()
    await letConfirmationEnd(kho, email)
    await act(page, 'rclone', t('keys.disable'))
    await button(page, t('common.cancel')).click()
    await closed(page)
    await expect.poll(() => page.getByText(t('keys.disabled'), { exact: true }).count()).toBe(0)
    await act(page, 'rclone', t('keys.disable'))
    await confirmBy(page, owner.pin)
    await page.getByText(t('keys.disabled'), { exact: true }).waitFor()
  })

  await step('a sub-user sees its own alone; the owner sees and deletes them', async () => {
    const { email } = await makeSubUser(kho.url, api, 'read')
    const sub = await signInApi(kho.url, email, owner.password)
    await sub.call('POST', '/user/confirm-identity', { pin: owner.pin })
    const made = await sub.call<{ key: { access_key: string }; secret_key: string }>(
      ...(['POST', '/user/access-key', { name: 'Trang web' }] as const),
    )
    const own = await sub.call<{ keys: { name: string }[] }>('GET', '/user/access-key')
    expect(own.keys.map(({ name }) => name)).toEqual(['Trang web'])
    const theirs = new S3({
      ...place,
      forcePathStyle: true,
      credentials: { accessKeyId: made.key.access_key, secretAccessKey: made.secret_key },
    })
    expect(await statusOf(theirs.listBuckets())).toBe(200)
    await button(page, t('common.refresh')).click()
    await page.getByRole('cell', { name: email }).waitFor()
    await act(page, 'Trang web', t('common.delete'))
    await page.getByText(t('keys.deleteOther', { user: email })).waitFor()
    await button(page, t('keys.deleteDo')).click()
    await closed(page)
    await button(page, t('common.actionsFor', { name: 'Trang web' })).waitFor({ state: 'detached' })
    expect(await statusOf(theirs.listBuckets())).toBe(403)
  })

  await step('deleted it is refused', async () => {
    await act(page, name, t('common.delete'))
    await button(page, t('keys.deleteDo')).click()
    await closed(page)
    await button(page, t('common.actionsFor', { name })).waitFor({ state: 'detached' })
    expect(await list()).toBe(403)
  })
})

test('an API client calls the API within its permission, its token shown once; deleted it is nobody', async () => {
  const { kho, bucket, page } = await stage()
  await page.goto('/security/api')
  await button(page, t('keys.unlock')).click()
  await confirmBy(page, owner.pin)
  await button(page, t('clients.create')).click()
  await page.getByLabel(t('clients.nameField')).fill('Báo cáo')
  await page.getByRole('radio', { name: t('people.permission.read'), exact: true }).check()
  await page.getByLabel(t('clients.nameField')).press('Enter')
  await heading(page, t('clients.createdTitle')).waitFor()
  const token = await shownAt(page, t('clients.token'))
  const call = (method: string, path: string, body?: object) =>
    fetch(`${kho.url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    }).then(answer => answer.status)

  await step('made', async () => {
    const tryIt = page.getByRole('region', { name: t('clients.tryIt') })
    await expect.poll(() => tryIt.innerText()).toBe(curlSnippet(`${kho.url}/api`, token, 'read'))
    await button(page, t('keys.done')).click()
    await page.getByRole('cell', { name: 'Báo cáo', exact: true }).waitFor()
    expect(await everythingIn(page)).not.toContain(token)
    expect([
      await call('GET', '/bucket'),
      await call('GET', `/objects/paginate?${new URLSearchParams({ bucket })}`),
      await call('POST', '/objects/create-folder', { bucket, folder: 'a/' }),
      await call('GET', '/user/access-key'),
    ]).toEqual([200, 200, 403, 403])
  })

  await step('deleted', async () => {
    await act(page, 'Báo cáo', t('common.delete'))
    await button(page, t('clients.deleteDo')).click()
    await heading(page, t('clients.empty.title')).waitFor()
    expect(await call('GET', '/bucket')).toBe(401)
  })
})

test('with two-step verification as what confirms, a bucket is deleted against a code, once, never the PIN', async () => {
  const { kho, email, api, bucket, page } = await stage()
  const path = '/user/two-step-verification'
  const { secret } = await api.call<{ secret: string }>('PUT', path, { password: owner.password })
  const now = Math.floor(Date.now() / 1000)
  await api.call('POST', path, { code: totpAt(secret, now) })
  await api.call('PUT', '/user/change-method-pin', { method: 'two-step', pin: owner.pin })
  /** One that was not used to switch it on. */
  const code = totpAt(secret, now + 30)
  const field = page.getByLabel(t('confirm.code'), { exact: true })

  await step('a code, not the PIN', async () => {
    await page.goto('/bucket-management')
    await act(page, bucket, t('common.delete'))
    await field.fill(owner.pin)
    await button(page, t('buckets.deleteDo')).click()
    await page.getByText(t('issue.six-digits'), { exact: true }).waitFor()
    await page.getByText(t('issue.confirm')).waitFor()
    await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`)
    await page.getByLabel(t('buckets.deleteConfirm', { name: bucket })).check()
    await button(page, t('buckets.deleteDo')).click()
    await page.getByRole('link', { name: bucket }).waitFor({ state: 'detached' })
    await page.getByText(t('buckets.deleted.toast')).waitFor()
  })

  await step('the code that was used confirms nothing else', async () => {
    await letConfirmationEnd(kho, email)
    await page.goto('/security/keys')
    await button(page, t('keys.unlock')).click()
    await field.fill(code)
    await button(page, t('confirm.do')).click()
    await page.getByText(t('error.PIN_INCORRECT')).waitFor()
  })
})
