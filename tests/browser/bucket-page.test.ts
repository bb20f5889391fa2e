import type { Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BucketAcl, BucketPolicy, LifecycleRule } from '../../openapi/schema.ts'
import { type Api, signInApi } from '../support/api.ts'
import { owner } from '../support/console.ts'
import { texts } from '../support/screens.ts'
import { nextPage, sharedConsole } from '../support/shared.ts'
import { step } from '../support/step.ts'
import { makeSubUser } from './support/people.ts'
import { putFiles } from './support/put-files.ts'

const t = texts('en')
let s3Url: string
let api: Api
let url: string
let page: Page

const made = ['cac-the', 'ba-muoi-ngay', 'mot-thu-muc', 'hai-nguoi', 'khoa-lai', 'chinh-sach']

beforeAll(async () => {
  ;({ url, s3Url } = await sharedConsole())
  api = await signInApi(url, owner.email, owner.password)
  for (const bucket of made) await api.call('POST', '/bucket', { bucket })
})
afterAll(async () => {
  const all = { contents: true, bypass_governance: true }
  for (const bucket of made)
    await api.call('DELETE', '/bucket', { bucket, pin: owner.pin, confirm: true, ...all })
})
beforeEach(async () => {
  page = await nextPage()
})

describe('the page of a bucket', () => {
  const bucket = 'cac-the'
  const at = (tab: string) => `${url}/bucket-management/-/${bucket}/${tab}`
  const tab = (name: 'tags' | 'versions' | 'cors') =>
    page
      .getByRole('navigation', { name: t('bucket.sections') })
      .getByRole('link', { name: t(`bucket.tab.${name}`) })
  const skeleton = () => page.getByRole('main').getByRole('status', { name: t('common.loading') })

  test('a tab changes at once: its skeleton stands there until its program comes', async () => {
    const held = Promise.withResolvers<void>()
    await page.route('**/assets/versions-tab-*.js', async route => {
      await held.promise
      await route.continue()
    })
    await page.goto(at('tags'))
    await page.getByRole('heading', { name: t('bucket.tab.tags') }).waitFor()
    await tab('versions').click()
    await skeleton().waitFor()
    await page.waitForURL(at('versions'))
    await expect.poll(() => tab('versions').getAttribute('aria-current')).toBe('page')
    await page.getByRole('heading', { name: t('bucket.tab.tags') }).waitFor({ state: 'detached' })
    held.resolve()
    await page.getByRole('heading', { name: t('versions.title') }).waitFor()
    await skeleton().waitFor({ state: 'detached' })
  })

  test('a tab opened without a network, whose program is not loaded yet, says so, and comes by itself once the network is back', async () => {
    await page.goto(at('tags'))
    await page.getByRole('heading', { name: t('bucket.tab.tags') }).waitFor()
    await page.context().setOffline(true)
    await tab('cors').click()
    const failed = page.getByRole('alert').filter({ hasText: t('app.notLoaded') })
    await failed.getByRole('button', { name: t('common.retry') }).click()
    await failed.waitFor()
    await page.getByRole('heading', { name: bucket, level: 1 }).waitFor()
    await page.context().setOffline(false)
    await page.getByRole('heading', { name: t('bucket.cors.title') }).waitFor()
    await failed.waitFor({ state: 'detached' })
  })

  test('the menu of the list is there before the first right-click', async ({ skip }) => {
    skip(Boolean(process.env.TEST_REACH), 'no page is idle while it is recorded')
    const menu = page.waitForResponse('**/assets/menu-*.js')
    await page.goto(`${url}/bucket-management`)
    await (await menu).finished()
    await page.context().setOffline(true)
    await page.getByRole('link', { name: bucket, exact: true }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: t('buckets.act.details') }).waitFor()
  })
})

async function openTab(bucket: string, tab: string): Promise<void> {
  await page.goto(`${url}/bucket-management/-/${bucket}/${tab}`)
}

async function rulesOf(bucket: string): Promise<LifecycleRule[]> {
  return (await api.call<{ rules: LifecycleRule[] }>('GET', `/bucket/lifecycle?bucket=${bucket}`)).rules
}

describe('lifecycle rules', () => {
  test('a rule does nothing at first; one that deletes all files says before what is lost, and asks', async () => {
    const bucket = 'ba-muoi-ngay'
    await putFiles(url, api, bucket, ['a.txt'])
    await openTab(bucket, 'lifecycle')
    const add = page.getByRole('button', { name: t('lifecycle.add') })
    await add.click()
    await add.click()
    const nothing = page.getByText(t('issue.lifecycle-act-required'))
    await nothing.waitFor()
    await page.getByLabel(t('lifecycle.current_days.before')).check()
    await nothing.waitFor({ state: 'detached' })
    await page.getByText(t('lifecycle.preview.nothing')).waitFor()
    await add.click()
    const question = page.getByRole('alertdialog')
    await question.getByText(t('lifecycle.deleteAll.now', { count: 1, size: '8 Bytes' })).waitFor()
    await question.getByRole('button', { name: t('lifecycle.deleteAll.do') }).click()
    const says = { where: 'all', prefix: '', days: 30 }
    await page.getByText(t('lifecycle.says.current_days', says)).waitFor()
    const heading = page.getByRole('heading', { name: t('lifecycle.title') })
    await expect.poll(() => heading.evaluate(element => element === document.activeElement)).toBe(true)
    expect(await rulesOf(bucket)).toEqual([
      {
        ...{ id: expect.any(String), enabled: true, prefix: '', others: [] },
        ...{ current_days: 30, previous_days: null, abort_days: null },
      },
    ])
  })

  test('from a folder the form of a new rule is about it; rules that are about it are marked then', async () => {
    const bucket = 'mot-thu-muc'
    const folder = 'Tết 2026/ảnh/'
    await openTab(bucket, `lifecycle?${new URLSearchParams({ folder })}`)
    await page.getByText(t('lifecycle.ofFolder', { count: 0, folder })).waitFor()
    await expect.poll(() => page.getByLabel(t('lifecycle.folder'), { exact: true }).inputValue()).toBe(folder)
    await page.getByLabel(t('lifecycle.current_days.before')).check()
    await page.getByRole('button', { name: t('lifecycle.add') }).click()
    await page.getByText(t('lifecycle.ofFolder', { count: 1, folder })).waitFor()
    const says = t('lifecycle.says.current_days', { where: 'folder', prefix: folder, days: 30 })
    const marked = page.getByRole('listitem').filter({ hasText: t('lifecycle.marked') })
    await expect.poll(() => marked.filter({ hasText: says }).count()).toBe(1)
    const { revision } = await api.call<{ revision: string }>('GET', `/bucket/lifecycle?bucket=${bucket}`)
    const days = { current_days: 9, previous_days: null, abort_days: null }
    const rules = ['Tết 2026/', 'khác/'].map(prefix => ({
      id: '',
      enabled: true,
      prefix,
      others: [],
      ...days,
    }))
    await api.call('PUT', '/bucket/lifecycle', { bucket, revision, rules })
    await page.reload()
    await page.getByText(t('lifecycle.ofFolder', { count: 1, folder })).waitFor()
    await expect.poll(() => marked.count()).toBe(1)
    await expect.poll(() => page.getByRole('region', { name: t('lifecycle.new') }).count()).toBe(0)
  })

  test('of two people who change the rules at once, the second one is shown both', async () => {
    const bucket = 'hai-nguoi'
    await openTab(bucket, 'lifecycle')
    await page.getByRole('button', { name: t('lifecycle.add') }).click()
    await page.getByLabel(t('lifecycle.where.folder')).check()
    await page.getByLabel(t('lifecycle.folder'), { exact: true }).fill('logs')
    await page.getByLabel(t('lifecycle.current_days.before')).check()
    const { revision } = await api.call<{ revision: string }>('GET', `/bucket/lifecycle?bucket=${bucket}`)
    const theirs = {
      id: '',
      enabled: true,
      prefix: 'tam/',
      current_days: 1,
      previous_days: null,
      abort_days: null,
    }
    await api.call('PUT', '/bucket/lifecycle', { bucket, revision, rules: [{ ...theirs, others: [] }] })
    await page.getByRole('button', { name: t('lifecycle.add') }).click()
    const dialog = page.getByRole('alertdialog')
    for (const [prefix, days] of [
      ['tam/', 1],
      ['logs/', 30],
    ] as const) {
      const says = t('lifecycle.says.current_days', { where: 'folder', prefix, days })
      await dialog.getByText(says).waitFor()
    }
    await dialog.getByRole('button', { name: t('conflict.keep') }).click()
    await expect.poll(async () => (await rulesOf(bucket)).map(rule => rule.prefix)).toEqual(['logs/'])
  })
})

test('object lock on: Please choose object lock mode, Please enter number of days to continue!, at most 1024000, Please confirm!', async () => {
  await openTab('khoa-lai', 'lock')
  await page.getByRole('button', { name: t('lock.turnOn') }).click()
  await page.getByText('Please choose object lock mode').waitFor()
  await page.getByText('Please enter number of days to continue!').waitFor()
  await page.getByText('Please confirm!').waitFor()
  await page.getByLabel('Compliance').check()
  await page.getByText(t('lock.confirm.compliance')).waitFor()
  const days = page.getByLabel(t('lock.days'), { exact: true })
  await days.fill('1024001')
  await page.getByText(t('issue.lock-days-range')).waitFor()
  await days.fill('1')
  const tomorrow = new Date()
  tomorrow.setDate(tomorrow.getDate() + 1)
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(tomorrow)
  await page.getByText(t('lock.until', { date })).waitFor()
})

test('a policy is written with the keyboard alone and from templates, keeps a bucket public, and keeps the grants of the console', async () => {
  const bucket = 'chinh-sach'
  const at = `${url}/bucket-management/-/${bucket}/policy`
  const refused: string[] = []
  page.on('console', message => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text())
  })
  await putFiles(url, api, bucket, ['anh/a.txt'])
  const editor = () => page.getByLabel(t('policy.editor'))
  const saved = async () => (await api.call<BucketPolicy>('GET', `/bucket/policy?bucket=${bucket}`)).policy
  const anonymous = async () => (await fetch(`${s3Url}/${bucket}/anh/a.txt`)).status

  await step('completed, read in words, saved; Tab leaves the editor', async () => {
    await page.goto(at)
    await editor().focus()
    await page.keyboard.insertText(
      `{ "Statement": [{ "Effect": "", "Principal": "*", "Action": "s3:GetObject", "Resource": "arn:aws:s3:::${bucket}/anh/*" }] }`,
    )
    // The editor paints the selection behind the text, which keeps its colour.
    const line = page.locator('.cm-line').first()
    const keepsColour = () =>
      line.evaluate(each => getComputedStyle(each, '::selection').color === getComputedStyle(each).color)
    await expect.poll(keepsColour).toBe(true)
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
    await dialog.getByText(`${s3Url}/${bucket}/…`).waitFor()
    await dialog.getByRole('button', { name: t('policy.public.do') }).press('Enter')
    await expect.poll(saved).toContain('"Allow"')
    expect(await anonymous()).toBe(200)
  })

  await step('a template is shown and selected in the editor', async () => {
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
    const selected = async () =>
      JSON.parse((await editor().evaluate(() => getSelection()?.toString())) || '{}')
    await expect.poll(async () => (await selected()).Sid).toBe('PublicFolder')
    await page.getByRole('button', { name: t('bucket.discard'), exact: true }).click()
  })

  await step('a bucket that its policy keeps public is not said to be private', async () => {
    const { revision } = await api.call<BucketAcl>('GET', `/bucket/acl?bucket=${bucket}`)
    await api.call('PUT', '/bucket/acl', { bucket, acl: 'public', revision })
    await page.goto(`${url}/bucket-management/-/${bucket}/sharing`)
    const close = page.getByRole('button', { name: t('sharing.private.do') })
    await close.click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('sharing.private.do') })
      .click()
    await page.getByText(t('sharing.private.stillPublic')).waitFor()
    await close.waitFor({ state: 'detached' })
    await expect.poll(() => page.getByText(t('bucket.saved')).count()).toBe(0)
    expect(await anonymous()).toBe(200)
  })

  await step(
    'what the console grants a limited sub-user stays, also where the policy is deleted',
    async () => {
      const user = await makeSubUser(url, api, 'read')
      const scope = [{ bucket, prefix: 'anh/' }]
      await api.call('PUT', '/user-management', { id: user.id, scope })
      await page.goto(at)
      const grants = page.getByRole('list', { name: t('policy.grants.title') })
      await grants.getByText('files under “anh/”').first().waitFor()
      await expect.poll(() => editor().textContent()).toContain('Allow')
      await expect.poll(() => editor().textContent()).not.toContain('KhoAccess')
      await page.getByRole('button', { name: t('policy.delete') }).click()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('policy.delete') })
        .click()
      await expect.poll(anonymous).toBe(403)
      expect(await saved()).toContain('KhoAccess')
    },
  )

  await step('the Content-Security-Policy had nothing to refuse but this', async () => {
    await page.evaluate(() => {
      new Image().src = 'http://127.0.0.1:9/picture'
    })
    await expect.poll(() => refused).toEqual([expect.stringContaining('127.0.0.1:9/picture')])
  })
})
