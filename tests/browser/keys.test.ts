import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ListBucketsCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../server/store/open.ts'
import { type Api, signInApi } from '../support/api.ts'
import { openShell } from '../support/chromium.ts'
import { type Console, owner, startConsole } from '../support/console.ts'
import { texts } from '../support/screens.ts'
import { totpAt } from '../support/totp.ts'
import { signIn, visit } from '../support/visit.ts'
import { makeSubUser } from './support/sub-users.ts'

const t = texts('en')
const bucket = 'sao-luu'
/** What it covers has no role while it is open. */
const overlay = '[role=dialog], [role=alertdialog]'

let kho: Console
let browser: Browser
let context: BrowserContext
let page: Page
let api: Api

beforeAll(async () => {
  ;[kho, browser] = await Promise.all([startConsole(), openShell()])
  api = await signInApi(kho.url, owner.email, owner.password)
  await api.call('POST', '/bucket', { bucket })
  context = await visit(browser, kho.url)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: kho.url })
  page = await context.newPage()
  await page.goto(kho.url)
  await signIn(page)
  await page.getByRole('heading', { level: 1, name: t('buckets.title') }).waitFor()
})
afterAll(async () => {
  await browser?.close()
  await kho?.stop()
})

/** The value beside a label, as it stands on the page. */
function shownAt(label: string): Promise<string> {
  return page.getByRole('group', { name: label, exact: true }).locator('code').innerText()
}

async function confirmBy(pin: string) {
  await page.getByLabel(t('confirm.pin'), { exact: true }).fill(pin)
  await page.getByRole('button', { name: t('confirm.do'), exact: true }).click()
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

async function act(name: string, action: string) {
  await page.getByRole('button', { name: t('common.actionsFor', { name }) }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Runs a command in a shell with configuration files in `folder`; gives what it prints. Throws where it fails. */
function run(command: string, folder: string): string {
  const { AWS_CA_BUNDLE: _, AWS_PROFILE: __, ...inherited } = process.env
  const env = {
    ...inherited,
    AWS_CONFIG_FILE: join(folder, 'config'),
    AWS_SHARED_CREDENTIALS_FILE: join(folder, 'credentials'),
    RCLONE_CONFIG: join(folder, 'rclone.conf'),
  }
  const { status, stdout, stderr } = spawnSync('sh', ['-e', '-c', command], { env, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return stdout
}

const installed = (program: string) => spawnSync('which', [program]).status === 0

/** The session's confirmation has lasted its time. */
async function letConfirmationEnd() {
  const db = await openDatabase({ url: null, dataDir: kho.dataDir })
  await db.updateTable('sessions').set({ confirmed_until: 1 }).execute()
  await db.destroy()
}

describe('S3 keys', () => {
  let s3: S3Client
  let secret: string
  const list = () => statusOf(s3.send(new ListBucketsCommand({})))

  test('are not shown, nor anything about them, before the pin', async () => {
    const answers: number[] = []
    page.on('response', answer => {
      if (answer.url().endsWith('/api/user/access-key')) answers.push(answer.status())
    })
    await page.goto(`${kho.url}/security/keys`)
    await page.getByRole('heading', { name: t('keys.locked.title') }).waitFor()
    expect(answers).toEqual([403])
    await page.getByRole('button', { name: t('keys.unlock') }).click()
    await confirmBy('0000')
    await page.getByText(t('error.PIN_INCORRECT')).waitFor()
    expect(answers).toEqual([403])
    await confirmBy(owner.pin)
    await page.getByRole('heading', { name: t('keys.empty.title') }).waitFor()
    expect(answers).toEqual([403, 200])
  })

  test('made in the page work with the AWS SDK at the address that is shown', async () => {
    await page.getByRole('button', { name: t('keys.create'), exact: true }).click()
    await page.getByLabel(t('keys.nameField')).press('Enter')
    await page.getByText(t('issue.required')).waitFor()
    await page.getByLabel(t('keys.nameField')).fill('Máy chủ sao lưu')
    await page.getByLabel(t('keys.nameField')).press('Enter')
    await page.getByRole('heading', { name: t('keys.createdTitle') }).waitFor()
    secret = await shownAt(t('keys.secretKey'))
    const accessKeyId = await shownAt(t('keys.accessKey'))
    const [endpoint, region] = await page.evaluate(
      labels =>
        labels.map(label => {
          const groups = [...document.querySelectorAll('[role=group]')]
          return groups.find(each => each.textContent?.startsWith(label))?.querySelector('code')?.textContent
        }),
      [t('keys.endpoint'), t('keys.region')],
    )
    s3 = new S3Client({
      endpoint: endpoint!,
      region: region!,
      forcePathStyle: true,
      credentials: { accessKeyId, secretAccessKey: secret },
    })
    expect(await list()).toBe(200)
    const put = new PutObjectCommand({ Bucket: bucket, Key: 'ghi chú.txt', Body: 'Xin chào' })
    expect(await statusOf(s3.send(put))).toBe(200)
  })

  test('are copied and kept as a file', async () => {
    await page.getByRole('button', { name: t('keys.copy', { what: t('keys.secretKey') }) }).click()
    await page.getByText(t('shell.copied')).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: t('keys.download') }).click()
    const file = readFileSync(await (await coming).path(), 'utf8')
    const { accessKeyId } = await s3.config.credentials()
    const lines = [
      '[kho]',
      `aws_access_key_id = ${accessKeyId}`,
      `aws_secret_access_key = ${secret}`,
      `region = ${await s3.config.region()}`,
      `endpoint_url = ${kho.s3Url}`,
      's3 =',
      '    signature_version = s3v4',
    ]
    expect(file).toBe(`${lines.join('\n')}\n`)
  })

  /** Takes the set-up that the dialog shows for a program. */
  async function setUp(program: string): Promise<{ text: string; folder: string }> {
    await page.getByRole('button', { name: program, exact: true }).click()
    const region = page.getByRole('region', { name: `${t('keys.setUp')}: ${program}` })
    return { text: await region.innerText(), folder: mkdtempSync(join(tmpdir(), 'kho-set-up-')) }
  }

  test.skipIf(!installed('aws'))('work with aws by the commands that are shown', async () => {
    const { text, folder } = await setUp('aws')
    expect(run(text, folder)).toContain(bucket)
    rmSync(folder, { recursive: true })
  })

  test.skipIf(!installed('rclone'))('work with rclone by the configuration that is shown', async () => {
    const { text, folder } = await setUp('rclone')
    writeFileSync(join(folder, 'rclone.conf'), text)
    expect(run('rclone lsd kho:', folder)).toContain(bucket)
    rmSync(folder, { recursive: true })
  })

  test('leave no secret behind when the dialog is closed, which a slip does not do', async () => {
    const heading = page.getByRole('heading', { name: t('keys.createdTitle') })
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    const asked = page.waitForEvent('dialog')
    void page.evaluate(() => location.reload())
    const question = await asked
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()
    expect(await heading.isVisible()).toBe(true)
    expect(await everythingIn(page)).toContain(secret)
    await page.getByRole('button', { name: t('keys.done') }).click()
    await heading.waitFor({ state: 'detached' })
    expect(await everythingIn(page)).not.toContain(secret)
    await page.reload()
    await page.getByText('Máy chủ sao lưu').first().waitFor()
    expect(await everythingIn(page)).not.toContain(secret)
  })

  test('that are disabled are refused, and work again when they are enabled', async () => {
    await act('Máy chủ sao lưu', t('keys.disable'))
    await page.getByText(t('keys.disabled'), { exact: true }).waitFor()
    expect(await list()).toBe(403)
    await act('Máy chủ sao lưu', t('keys.enable'))
    await page.getByText(t('keys.enabled'), { exact: true }).waitFor()
    expect(await list()).toBe(200)
  })

  test('are changed after the confirmation has ended as soon as it is given again', async () => {
    await letConfirmationEnd()
    await page.getByRole('button', { name: t('keys.create'), exact: true }).click()
    await page.getByLabel(t('keys.nameField')).fill('rclone')
    await page.getByLabel(t('keys.nameField')).press('Enter')
    await confirmBy(owner.pin)
    await page.getByRole('heading', { name: t('keys.createdTitle') }).waitFor()
    await page.getByRole('button', { name: t('keys.done') }).click()
    await page.getByText('rclone').first().waitFor()
    await letConfirmationEnd()
    await act('rclone', t('keys.disable'))
    await page.getByRole('button', { name: t('common.cancel') }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await page.getByText(t('keys.disabled'), { exact: true }).count()).toBe(0)
    await act('rclone', t('keys.disable'))
    await confirmBy(owner.pin)
    await page.getByText(t('keys.disabled'), { exact: true }).waitFor()
  })

  test('of sub-users are seen and deleted by the owner; a sub-user sees only its own', async () => {
    const { email } = await makeSubUser(kho.url, api, 'read')
    const sub = await signInApi(kho.url, email, owner.password)
    await sub.call('POST', '/user/confirm-identity', { pin: owner.pin })
    const made = await sub.call<{ key: { access_key: string }; secret_key: string }>(
      'POST',
      '/user/access-key',
      { name: 'Trang web' },
    )
    const own = await sub.call<{ keys: { name: string }[] }>('GET', '/user/access-key')
    expect(own.keys.map(({ name }) => name)).toEqual(['Trang web'])
    const theirs = new S3Client({
      endpoint: kho.s3Url,
      region: await s3.config.region(),
      forcePathStyle: true,
      credentials: { accessKeyId: made.key.access_key, secretAccessKey: made.secret_key },
    })
    expect(await statusOf(theirs.send(new ListBucketsCommand({})))).toBe(200)
    await page.getByRole('button', { name: t('common.refresh') }).click()
    await page.getByRole('cell', { name: email }).waitFor()
    await act('Trang web', t('common.delete'))
    await page.getByText(t('keys.deleteOther', { user: email })).waitFor()
    await page.getByRole('button', { name: t('keys.deleteDo') }).click()
    await page.locator(overlay).waitFor({ state: 'detached' })
    await page
      .getByRole('button', { name: t('common.actionsFor', { name: 'Trang web' }) })
      .waitFor({ state: 'detached' })
    expect(await statusOf(theirs.send(new ListBucketsCommand({})))).toBe(403)
  })

  test('that are deleted are refused', async () => {
    await act('Máy chủ sao lưu', t('common.delete'))
    await page.getByRole('button', { name: t('keys.deleteDo') }).click()
    await page.locator(overlay).waitFor({ state: 'detached' })
    await page
      .getByRole('button', { name: t('common.actionsFor', { name: 'Máy chủ sao lưu' }) })
      .waitFor({ state: 'detached' })
    expect(await list()).toBe(403)
  })
})

describe('API clients', () => {
  let token: string
  const call = (method: string, path: string, body?: object) =>
    fetch(`${kho.url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    }).then(answer => answer.status)

  test('made in the page call the API within their permission', async () => {
    await page.goto(`${kho.url}/security/api`)
    await page.getByRole('button', { name: t('clients.create'), exact: true }).click()
    await page.getByLabel(t('clients.nameField')).fill('Báo cáo')
    await page.getByRole('radio', { name: t('people.permission.read'), exact: true }).check()
    await page.getByLabel(t('clients.nameField')).press('Enter')
    await page.getByRole('heading', { name: t('clients.createdTitle') }).waitFor()
    token = await shownAt(t('clients.token'))
    const tryIt = page.getByRole('region', { name: t('clients.tryIt') })
    expect(await tryIt.innerText()).toBe(
      `curl -H "Authorization: Bearer ${token}" \\\n  ${kho.url}/api/bucket`,
    )
    await page.getByRole('button', { name: t('keys.done') }).click()
    await page.getByRole('cell', { name: 'Báo cáo', exact: true }).waitFor()
    expect(await everythingIn(page)).not.toContain(token)
    const query = new URLSearchParams({ bucket })
    expect([
      await call('GET', '/bucket'),
      await call('GET', `/objects/paginate?${query}`),
      await call('POST', '/objects/create-folder', { bucket, folder: 'a/' }),
      await call('GET', '/user/access-key'),
    ]).toEqual([200, 200, 403, 403])
  })

  test('that are deleted are nobody', async () => {
    await act('Báo cáo', t('common.delete'))
    await page.getByRole('button', { name: t('clients.deleteDo') }).click()
    await page.getByRole('heading', { name: t('clients.empty.title') }).waitFor()
    expect(await call('GET', '/bucket')).toBe(401)
  })
})

describe('with two-step verification as what confirms', () => {
  /** One that was not used to switch it on. */
  let code: string

  beforeAll(async () => {
    const begun = await api.call<{ secret: string }>('PUT', '/user/two-step-verification', {
      password: owner.password,
    })
    const now = Math.floor(Date.now() / 1000)
    code = totpAt(begun.secret, now + 30)
    await api.call('POST', '/user/two-step-verification', { code: totpAt(begun.secret, now) })
    await api.call('PUT', '/user/change-method-pin', { method: 'two-step', pin: owner.pin })
    await api.call('POST', '/bucket', { bucket: 'tam-thoi' })
  })

  test('a bucket is deleted against a code, never the pin', async () => {
    await page.goto(`${kho.url}/bucket-management`)
    await act('tam-thoi', t('common.delete'))
    const field = page.getByLabel(t('confirm.code'), { exact: true })
    await field.fill(owner.pin)
    await page.getByRole('button', { name: t('buckets.deleteDo') }).click()
    await page.getByText(t('issue.six-digits'), { exact: true }).waitFor()
    await page.getByText(t('issue.confirm')).waitFor()
    await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`)
    await page.getByLabel(t('buckets.deleteConfirm', { name: 'tam-thoi' })).check()
    await page.getByRole('button', { name: t('buckets.deleteDo') }).click()
    await page.getByRole('link', { name: 'tam-thoi' }).waitFor({ state: 'detached' })
    await page.getByText(t('buckets.deleted.toast')).waitFor()
  })

  test('the code that was used confirms nothing else', async () => {
    await letConfirmationEnd()
    await page.goto(`${kho.url}/security/keys`)
    await page.getByRole('button', { name: t('keys.unlock') }).click()
    await page.getByLabel(t('confirm.code'), { exact: true }).fill(code)
    await page.getByRole('button', { name: t('confirm.do'), exact: true }).click()
    await page.getByText(t('error.PIN_INCORRECT')).waitFor()
  })
})
