import { expect, test } from 'vitest'
import { texts } from '../support/screens.ts'
import { nextPage } from '../support/shared.ts'
import { desktop } from '../support/visit.ts'

const t = texts('vi')

const look = { ...desktop, mode: 'dark', locale: 'vi' } as const
const scripts = '**/assets/*.js'

test.each([
  ['a desktop', look],
  ['a phone', { ...look, width: 390, height: 844 }],
])(
  'on %s the page has its colours, its language and its texts before any script, and nothing moves then',
  async (_, look) => {
    const page = await nextPage({ signedIn: false, look })
    const gate = Promise.withResolvers<void>()
    await page.route(scripts, async route => {
      await gate.promise
      await route.continue()
    })
    await page.goto('/', { waitUntil: 'commit' })
    const boot = page.locator('#boot')
    await boot.getByText('Kho', { exact: true }).waitFor()
    await expect
      .poll(() =>
        page.evaluate(
          () =>
            document.fonts.status === 'loaded' &&
            [...document.fonts].some(({ status }) => status === 'loaded'),
        ),
      )
      .toBe(true)
    const places = () =>
      page.evaluate(
        texts =>
          texts.map(text => {
            const shown = [...document.querySelectorAll('body *')].filter(
              element =>
                element.childElementCount === 0 && element.textContent === text && element.checkVisibility(),
            )
            const range = document.createRange()
            return shown.map(element => {
              range.selectNodeContents(element)
              const { x, y, width, height } = range.getBoundingClientRect()
              return [x, y, width, height].map(Math.round)
            })
          }),
        [
          t('auth.signInTitle'),
          t('auth.signInLead'),
          t('auth.email'),
          t('auth.signIn'),
          t('auth.forgotPassword'),
        ],
      )
    await expect.poll(async () => (await places()).map(({ length }) => length)).toEqual([1, 1, 1, 1, 1])
    const before = await places()
    await expect
      .poll(() => boot.evaluate(element => getComputedStyle(element).backgroundColor))
      .toBe('rgb(14, 19, 22)')
    await page.locator('html[lang=vi]').waitFor()
    await page.locator('meta[name=description][content^="Quản lý bucket"]').waitFor({ state: 'attached' })
    await page.getByText('Không tải được').waitFor({ state: 'hidden' })
    gate.resolve()
    await page.getByRole('button', { name: t('auth.signIn'), exact: true }).waitFor()
    await boot.waitFor({ state: 'detached' })
    await expect.poll(places).toEqual(before)
  },
)

test.each(['/', '/bucket-management/any'])('%s is painted from the document alone', async path => {
  const page = await nextPage({ signedIn: false, look })
  const gate = Promise.withResolvers<void>()
  await page.route('**/*', async route => {
    if (!route.request().isNavigationRequest()) await gate.promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  const paints = () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)
  await expect.poll(paints).toBe(1)
  await page.locator('#boot').waitFor()
  gate.resolve()
  await page.getByRole('button', { name: t('auth.signIn'), exact: true }).waitFor()
})

test('what is typed before the script is there is kept, and typing goes on', async () => {
  const page = await nextPage({ signedIn: false, look })
  const gate = Promise.withResolvers<void>()
  await page.route(scripts, async route => {
    await gate.promise
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await page.locator('#boot input:focus').waitFor()
  await page.keyboard.type('an@kho.test')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Mat-')
  gate.resolve()
  await page.locator('#boot').waitFor({ state: 'detached' })
  await page.keyboard.type('khau')
  await expect.poll(() => page.getByLabel(t('auth.email')).inputValue()).toBe('an@kho.test')
  await expect.poll(() => page.getByLabel(t('auth.password'), { exact: true }).inputValue()).toBe('Mat-khau')
})

test('where a script does not come the page says so, and tries again', async () => {
  const page = await nextPage({ signedIn: false, look })
  await page.route(scripts, route => route.abort())
  await page.goto('/')
  await page.getByText('Không tải được trang này').waitFor()
  await page.getByText('could not be loaded').waitFor({ state: 'hidden' })
  await page.unroute(scripts)
  await page.getByRole('button', { name: 'Thử lại' }).click()
  await page.getByRole('button', { name: t('auth.signIn'), exact: true }).waitFor()
})
