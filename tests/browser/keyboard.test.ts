import type { Page } from 'playwright'
import { expect, onTestFinished, test } from 'vitest'
import type { ObjectPage } from '../../openapi/schema.ts'
import { signInApi } from '../support/api.ts'
import { owner } from '../support/console.ts'
import { texts } from '../support/screens.ts'
import { nextPage, sharedConsole } from '../support/shared.ts'
import { step } from '../support/step.ts'
import { coveredByToast } from './support/covered-by-toast.ts'
import { namesNow } from './support/file-browser-page.ts'
import { makeTree } from './support/file-tree.ts'
import { firstPassword, makeCustomer } from './support/people.ts'

const t = texts('en')
const password = 'Mat-khau-moi-2026'
/** Tab stops that one screen has at most. */
const tabLimit = 60
/** What has the focus, without a sign of it, once its button is gone: Tab goes on from there. */
const landings = new Set(['body', 'main'])

let page: Page
let bucket: string

type Focus = { name: string; role: string; dialog: boolean; seen: boolean }

/** What has the focus: its name and role, whether it is inside of a dialog, and whether one can see that. */
function focus(): Promise<Focus> {
  return page.evaluate(async () => {
    await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    const element = document.activeElement as HTMLInputElement
    const told = element.cloneNode(true) as Element
    for (const hidden of told.querySelectorAll('[aria-hidden=true]')) hidden.remove()
    const labels = [...(element.labels ?? [])].map(label => label.textContent).join(' ')
    const name = element.getAttribute('aria-label') ?? (labels || told.textContent)
    const active = document.getElementById(element.getAttribute('aria-activedescendant') ?? '')
    // A radio's card shows its focus.
    const card = element.type === 'radio' ? element.closest('label') : null
    const shows = active ?? card ?? element
    const parts = [null, '::before', '::after'].map(part => getComputedStyle(shows, part))
    const drawn = parts.some(style => style.boxShadow !== 'none' || !/ none |0px/.test(style.outline))
    const box = element.getBoundingClientRect()
    const inside =
      box.width > 0 && box.height > 0 && box.left >= 0 && box.top >= 0 && box.right <= innerWidth + 1
    return {
      name: name.trim(),
      role: element.getAttribute('role') ?? element.localName,
      dialog: element.closest('[role=dialog], [role=alertdialog]') !== null,
      seen: inside && drawn,
    }
  })
}

/** Goes on with Tab until what has this name has the focus, which has to be seen on every step. */
async function tabTo(name: string): Promise<void> {
  const passed: Focus[] = []
  for (let stops = 0; stops < tabLimit; stops++) {
    await page.keyboard.press('Tab')
    const now = await focus()
    passed.push(now)
    if (!landings.has(now.role)) {
      await expect.poll(focus, { message: `the focus on ${now.name}` }).toMatchObject({ seen: true })
    }
    if (now.name === name) return
  }
  throw new Error(`No Tab leads to ${name}: ${JSON.stringify(passed.map(each => each.name))}`)
}

async function type(label: string, text: string): Promise<void> {
  await tabTo(label)
  await page.keyboard.type(text)
}

const heading = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor()
const press = (...keys: string[]) =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())
const focused = (name: string) => expect.poll(async () => (await focus()).name).toBe(name)
/** The menu is there with this entry, and takes keys. */
async function menuWith(entry: string): Promise<void> {
  await page.getByRole('menuitem', { name: entry }).waitFor()
  await expect.poll(async () => (await focus()).role).toBe('menu')
}
const selected = async () => {
  const rows = page.getByRole('grid').getByRole('row', { selected: true })
  return (
    await rows.getByRole('checkbox').evaluateAll(all => all.map(box => box.getAttribute('aria-label')))
  ).map(label => label!.replace(t('files.select', { name: '' }), ''))
}

test('the keyboard alone does: sign-in, a bucket, files, an S3 key, and all of it away again', async () => {
  const { url } = await sharedConsole()
  const { email } = await makeCustomer(url, 'Bàn Phím')
  bucket = `phim-${email.split('@')[0]}`
  const files = makeTree({ 'a.txt': 10, 'b.txt': 20, 'c.txt': 30, 'd.txt': 40 })
  onTestFinished(() => files.remove())
  page = await nextPage({ signedIn: false })
  // Playwright takes choosers over from the first listener on, and not at once.
  page.on('filechooser', () => undefined)
  await page.addInitScript(() => {
    addEventListener('pointerdown', () => {
      throw new Error('The keyboard alone is to be used')
    })
  })

  await step('signing in, the first password change and the pin', async () => {
    await page.goto('/')
    await heading(t('auth.signInTitle'))
    await focused(t('auth.email'))
    await page.keyboard.type(email)
    await type(t('auth.password'), firstPassword)
    await press('Enter')
    await heading(t('auth.changeFirstTitle'))
    await focused(t('auth.currentPassword'))
    await type(t('auth.currentPassword'), firstPassword)
    await type(t('auth.newPassword'), password)
    await type(t('auth.confirmPassword'), password)
    await press('Enter')
    await heading(t('auth.pinSetUpTitle'))
    await focused(t('auth.pin'))
    await expect.poll(() => coveredByToast(page)).toEqual([])
    await type(t('auth.pin'), owner.pin)
    await type(t('auth.confirmPin'), owner.pin)
    await press('Enter')
    await page.getByText(t('buckets.empty.title')).waitFor()
  })

  await step('a bucket: the focus goes into the dialog, stays there, and comes back', async () => {
    await tabTo(t('buckets.new'))
    await press('Enter')
    await focused(t('buckets.nameLabel'))
    for (let stops = 0; stops < 6; stops++) {
      await press('Tab')
      await expect.poll(focus).toMatchObject({ dialog: true, seen: true })
    }
    await press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await focused(t('buckets.new'))
    await press('Enter')
    await focused(t('buckets.nameLabel'))
    await page.keyboard.type(`${bucket}-`)
    await press('Enter')
    await page.locator('[aria-invalid=true]').waitFor()
    await focused(t('buckets.nameLabel'))
    await press('Backspace', 'Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByText(t('files.empty.title')).waitFor()
    await focused(bucket)
  })

  await step('files and a new folder', async () => {
    await tabTo(t('files.uploadFiles'))
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press('Enter')])
    await chooser.setFiles([...files.hashes.keys()].map(files.path))
    await page
      .getByText(t('uploads.done', { completed: 4 }))
      .first()
      .waitFor()
    await tabTo(t('uploads.minimise'))
    await press('Enter')
    await focused(t('uploads.restore'))
    await tabTo(t('uploads.close'))
    await press('Space')
    await page.getByRole('region', { name: t('uploads.panel') }).waitFor({ state: 'detached' })
    await tabTo(t('files.new'))
    await press('Enter')
    await focused(t('files.folderName'))
    await page.keyboard.type('thư mục')
    await press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => namesNow(page)).toEqual(['thư mục', 'a.txt', 'b.txt', 'c.txt', 'd.txt'])
    await focused(t('files.new'))
  })

  await step(
    'the list: arrows, Shift, Ctrl and Space select, Enter opens and downloads, Escape lets go',
    async () => {
      await tabTo(t('files.list'))
      await press('Home')
      await expect.poll(selected).toEqual(['thư mục'])
      await press('ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown')
      await expect.poll(selected).toEqual(['a.txt', 'b.txt', 'c.txt'])
      await press('Shift+ArrowUp')
      await expect.poll(selected).toEqual(['a.txt', 'b.txt'])
      await press('Control+End', 'Space')
      await expect.poll(selected).toEqual(['a.txt', 'b.txt', 'd.txt'])
      await press('Control+a')
      await expect.poll(selected).toEqual(['thư mục', 'a.txt', 'b.txt', 'c.txt', 'd.txt'])
      await press('Escape')
      await expect.poll(selected).toEqual([])
      await press('End')
      await press('Enter')
      await page.getByRole('dialog', { name: 'd.txt' }).waitFor()
      await press('ArrowLeft')
      await page.getByRole('dialog', { name: 'c.txt' }).waitFor()
      await press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await focused(t('files.list'))
      await press('Home', 'Enter')
      await page.getByText(t('files.empty.title')).waitFor()
      await focused('thư mục')
      await press('Shift+Tab')
      await focused(bucket)
      await press('Enter')
      await expect.poll(() => namesNow(page)).toEqual(['thư mục', 'a.txt', 'b.txt', 'c.txt', 'd.txt'])
    },
  )

  await step(
    'one hand: letters, the slash and the arrow go to a name, Backspace goes to the folder above',
    async () => {
      await tabTo(t('files.list'))
      await press('c')
      await expect.poll(selected).toEqual(['c.txt'])
      await press('ArrowDown')
      await page.keyboard.type('thu')
      await expect.poll(selected).toEqual(['thư mục'])
      await press('/')
      await focused(t('files.search'))
      await page.keyboard.type('B.T')
      await expect.poll(() => namesNow(page)).toEqual(['b.txt'])
      await press('ArrowDown')
      await focused(t('files.list'))
      await expect.poll(selected).toEqual(['b.txt'])
      await press('/', 'Escape')
      await expect.poll(() => namesNow(page)).toEqual(['thư mục', 'a.txt', 'b.txt', 'c.txt', 'd.txt'])
      await press('ArrowDown', 'Home', 'Enter')
      await page.getByText(t('files.empty.title')).waitFor()
      await press('Backspace')
      await expect.poll(() => namesNow(page)).toEqual(['thư mục', 'a.txt', 'b.txt', 'c.txt', 'd.txt'])
      await press('ArrowDown')
      await focused(t('files.list'))
      await press('Alt+ArrowUp')
      await page.getByRole('heading', { level: 1, name: t('buckets.title') }).waitFor()
      await page.goBack()
      await expect.poll(() => namesNow(page)).toEqual(['thư mục', 'a.txt', 'b.txt', 'c.txt', 'd.txt'])
    },
  )

  await step(
    'the panel of a row opens and closes with Alt+Enter and Ctrl+I; the letter i only goes to a name',
    async () => {
      const panel = (name: string) => page.getByRole('complementary', { name: t('object.panel', { name }) })
      await tabTo(t('files.list'))
      await press('End', 'Alt+Enter')
      await panel('d.txt').waitFor()
      await focused(t('files.list'))
      await press('ArrowUp')
      await panel('c.txt').waitFor()
      await press('i')
      await expect.poll(selected).toEqual(['c.txt'])
      await panel('c.txt').waitFor()
      await press('Control+i')
      await panel('c.txt').waitFor({ state: 'detached' })
      await focused(t('files.list'))
    },
  )

  await step('the menu of a row opens with Shift+F10 and gives the focus back', async () => {
    await tabTo(t('files.list'))
    await press('End', 'Shift+F10')
    await menuWith(t('files.download'))
    await press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await focused(t('files.list'))
    await press('Shift+F10')
    await menuWith(t('files.download'))
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      press('ArrowDown', 'ArrowDown', 'Enter'),
    ])
    expect(download.suggestedFilename()).toBe('d.txt')
  })

  await step('files and a folder go with Delete, after Cancel was the first choice', async () => {
    const dialog = page.getByRole('alertdialog')
    await focused(t('files.list'))
    await press('Home', 'Shift+ArrowDown', 'Delete')
    await dialog.waitFor()
    await focused(t('common.cancel'))
    await press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await focused(t('files.list'))
    await expect.poll(selected).toEqual(['thư mục', 'a.txt'])
    await press('Delete')
    await focused(t('common.cancel'))
    await tabTo(t('files.delete'))
    await press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => namesNow(page)).toEqual(['b.txt', 'c.txt', 'd.txt'])
    await focused(t('files.list'))
    await press('Control+a', 'Delete')
    await focused(t('common.cancel'))
    await tabTo(t('files.delete'))
    await press('Space')
    await page.getByText(t('files.empty.title')).waitFor()
    const api = await signInApi(url, email, password)
    expect((await api.call<ObjectPage>('GET', `/objects?bucket=${bucket}`)).items).toEqual([])
  })

  await step('an S3 key is made after the pin was given, and deleted', async () => {
    await tabTo(t('shell.menu./security'))
    await press('Enter')
    await expect.poll(focus).toMatchObject({ name: t('security.title'), role: 'h1' })
    await tabTo(t('security.tab.keys'))
    await press('Enter')
    await heading(t('keys.locked.title'))
    await tabTo(t('keys.unlock'))
    await press('Enter')
    await focused(t('confirm.pin'))
    await page.keyboard.type(owner.pin)
    await press('Enter')
    await heading(t('keys.empty.title'))
    await tabTo(t('keys.create'))
    await press('Enter')
    await focused(t('keys.nameField'))
    await page.keyboard.type('rclone')
    await press('Enter')
    await heading(t('keys.createdTitle'))
    await tabTo(t('keys.copy', { what: t('keys.secretKey') }))
    await tabTo('rclone')
    await press('Space')
    await tabTo(t('keys.done'))
    await press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await tabTo(t('common.actionsFor', { name: 'rclone' }))
    await press('Enter')
    await menuWith(t('common.delete'))
    await press('End', 'Enter')
    await focused(t('common.cancel'))
    await tabTo(t('keys.deleteDo'))
    await press('Enter')
    await heading(t('keys.empty.title'))
  })

  await step('the empty bucket is deleted and the user signs out', async () => {
    await tabTo(t('shell.menu./bucket-management'))
    await press('Enter')
    await page.getByRole('link', { name: bucket }).waitFor()
    await focused(t('buckets.title'))
    await tabTo(t('common.actionsFor', { name: bucket }))
    await press('Enter')
    await menuWith(t('common.delete'))
    await press('End', 'Enter')
    await focused(t('confirm.pin'))
    await page.keyboard.type(owner.pin)
    await tabTo(t('buckets.deleteConfirm', { name: bucket }))
    await press('Space', 'Enter')
    await page.getByText(t('buckets.empty.title')).waitFor()
    await tabTo(t('shell.account', { name: 'Bàn Phím' }))
    await press('Enter')
    await menuWith(t('shell.logout'))
    await press('End', 'Enter')
    await heading(t('auth.signInTitle'))
  })
})
