import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BucketAcl, BucketPolicy, SignedUrls } from '../../openapi/schema.ts'
import { type Api, signInApi } from '../support/api.ts'
import { openShell } from '../support/chromium.ts'
import { type Console, owner, startConsole } from '../support/console.ts'
import { texts } from '../support/screens.ts'
import { signIn, visit } from '../support/visit.ts'
import { makeSubUser } from './support/people.ts'

const t = texts('en')
const bucket = 'chinh-sach'
let kho: Console
let browser: Browser
let api: Api
let page: Page
const violations: string[] = []

beforeAll(async () => {
  ;[kho, browser] = await Promise.all([startConsole(), openShell()])
  api = await signInApi(kho.url, owner.email, owner.password)
  await api.call('POST', '/bucket', { bucket })
  const files = [{ key: 'anh/a.txt', size: 4 }]
  const { urls } = await api.call<SignedUrls>('POST', '/objects/get-put-urls', { bucket, files })
  await fetch(new URL(urls[0]!, kho.url), { method: 'PUT', body: 'Kho!' })
  const context = await visit(browser, kho.url)
  page = await context.newPage()
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', event => {
      console.warn(`refused by the policy: ${event.violatedDirective} ${event.blockedURI}`)
    })
  })
  page.on('console', message => {
    if (message.text().startsWith('refused by the policy')) violations.push(message.text())
  })
  await page.goto(`${kho.url}/bucket-management/-/${bucket}/policy`)
  await signIn(page)
})
afterAll(async () => {
  await browser?.close()
  await kho?.stop()
})

const editor = () => page.getByLabel(t('policy.editor'))
const saved = async () => (await api.call<BucketPolicy>('GET', `/bucket/policy?bucket=${bucket}`)).policy
const anonymous = async () => (await fetch(`${kho.s3Url}/${bucket}/anh/a.txt`)).status

test('a policy is written with the keyboard alone: completed, read in words, saved; Tab leaves the editor', async () => {
  await editor().focus()
  await page.keyboard.insertText(
    `{ "Statement": [{ "Effect": "", "Principal": "*", "Action": "s3:GetObject", "Resource": "arn:aws:s3:::${bucket}/anh/*" }] }`,
  )
  await page.keyboard.press('Control+Home')
  for (let steps = 0; steps < '{ "Statement": [{ "Effect": "'.length; steps++) {
    await page.keyboard.press('ArrowRight')
  }
  await page.keyboard.press('Control+Space')
  await page.getByRole('option', { name: 'Deny' }).waitFor()
  await page.keyboard.type('Al')
  await page.getByRole('option', { name: 'Deny' }).waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await page.getByText('Everyone may download files under “anh/”.').waitFor()
  await page.keyboard.press('Tab')
  await expect.poll(() => editor().evaluate(each => each.matches(':focus'))).toBe(false)
  await page.getByRole('button', { name: t('bucket.save'), exact: true }).press('Enter')
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText(`${kho.s3Url}/${bucket}/…`).waitFor()
  await dialog.getByRole('button', { name: t('policy.public.do') }).press('Enter')
  await expect.poll(saved).toContain('"Allow"')
  expect(await anonymous()).toBe(200)
})

test('a template is shown and selected in the editor', async () => {
  await page.setViewportSize({ width: 1280, height: 500 })
  for (const template of ['public-read', 'https', 'public-prefix']) {
    await page.getByRole('button', { name: t('policy.template.add') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t('policy.template.label')).selectOption(template)
    if (template === 'public-prefix') await dialog.getByLabel(t('policy.template.prefix')).fill('mới/')
    await dialog.getByRole('button', { name: t('policy.template.insert') }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await expect.poll(() => editor().evaluate(each => each.matches(':focus'))).toBe(true)
  const selected = async () => JSON.parse((await editor().evaluate(() => getSelection()?.toString())) || '{}')
  await expect.poll(async () => (await selected()).Sid).toBe('PublicFolder')
  await page.getByRole('button', { name: t('bucket.discard'), exact: true }).click()
  await page.setViewportSize({ width: 1280, height: 800 })
})

test('a bucket that its policy keeps public is not said to be private', async () => {
  const { revision } = await api.call<BucketAcl>('GET', `/bucket/acl?bucket=${bucket}`)
  await api.call('PUT', '/bucket/acl', { bucket, acl: 'public', revision })
  await page.goto(`${kho.url}/bucket-management/-/${bucket}/sharing`)
  const close = page.getByRole('button', { name: t('sharing.private.do') })
  await close.click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('sharing.private.do') })
    .click()
  await page.getByText(t('sharing.private.stillPublic')).waitFor()
  await close.waitFor({ state: 'detached' })
  expect([await page.getByText(t('bucket.saved')).count(), await anonymous()]).toEqual([0, 200])
  await page.goto(`${kho.url}/bucket-management/-/${bucket}/policy`)
  await editor().waitFor()
})

test('what the console grants a limited sub-user stays, also where the policy is deleted', async () => {
  const user = await makeSubUser(kho.url, api, 'read')
  const scope = [{ bucket, prefix: 'anh/' }]
  await api.call('PUT', '/user-management', { id: user.id, scope })
  await page.reload()
  const grants = page.getByRole('list', { name: t('policy.grants.title') })
  await grants.getByText('files under “anh/”').first().waitFor()
  expect(await editor().textContent()).not.toContain('KhoAccess')
  await page.getByRole('button', { name: t('policy.delete') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('policy.delete') })
    .click()
  await expect.poll(anonymous).toBe(403)
  expect(await saved()).toContain('KhoAccess')
})

test('the Content-Security-Policy had nothing to refuse', () => {
  expect(violations).toEqual([])
})
