import { expect } from 'vitest'
import { stored } from '../../support/upload-screens.ts'
import { type Action, action, desktopWays } from './action.ts'
import { button, type Control } from './controls.ts'
import type { Stage } from './stage.ts'

const video = 'Hội nghị tổng kết.mp4'
const refused = 'Kế hoạch năm 2027.docx'
const folder = 'Tết Bính Ngọ'
const refusedFolder = 'Hồ sơ dự thầu'
const tell: Control = { role: 'checkbox', id: 'uploads.tellWhenDone' }
const alone = (actions: readonly Action[]) => actions.map(each => ({ ...each, fresh: true }))
const panel = (stage: Stage) => stage.page.getByRole('region', { name: stage.t('uploads.panel') })
const inPanel = async (stage: Stage, text: string) => {
  await panel(stage).getByText(text).first().waitFor()
}
const gone = (stage: Stage, text: string) => expect.poll(() => panel(stage).getByText(text).count()).toBe(0)

const ofRow = (
  name: string,
  screen: string,
  id: 'uploads.pause' | 'uploads.continue' | 'uploads.cancel' | 'uploads.retry' | 'uploads.remove',
  file: string,
  effect: (stage: Stage) => Promise<unknown>,
): Action =>
  action(`uploads: ${name}`, screen, [button(id, 'name')], async stage => {
    await stage.open(screen)
    await stage.use(button(id, 'name'), file)
    await effect(stage)
  })

const has = (id: Parameters<typeof button>[0], name?: string) => (stage: Stage) =>
  panel(stage)
    .getByRole('button', { name: stage.t(id, name === undefined ? {} : { name }), exact: true })
    .first()
    .waitFor()

const ofAll = (
  name: string,
  screen: string,
  id: Parameters<typeof button>[0],
  effect: (stage: Stage) => Promise<unknown>,
  ways?: Action['ways'],
): Action =>
  action(
    `uploads: ${name}`,
    screen,
    [button(id)],
    async stage => {
      await stage.open(screen)
      await stage.use(button(id))
      await effect(stage)
    },
    ways && { ways },
  )

/** The storage takes the file this time. */
const retry = (name: string, control: Control, of?: string): Action =>
  action(`uploads: ${name}`, 'uploads-failed', [control], async stage => {
    await stage.open('uploads-failed')
    await stage.page.route('**/s3/**', route => route.fulfill(stored))
    await stage.use(control, of)
    await inPanel(stage, stage.t('uploads.done', { completed: 2 }))
  })

/** Each in a browser of its own: unfinished uploads outlive their page. */
export const uploads: readonly Action[] = alone([
  ofRow('pause one', 'uploads', 'uploads.pause', video, has('uploads.continue', video)),
  ofRow('continue one', 'uploads-paused', 'uploads.continue', video, has('uploads.pause', video)),
  ofRow('cancel one', 'uploads', 'uploads.cancel', video, stage =>
    inPanel(stage, stage.t('uploads.status.cancelled')),
  ),
  retry('try one again', button('uploads.retry', 'name'), refused),
  ofRow('take one off the list', 'uploads-failed', 'uploads.remove', refused, stage => gone(stage, refused)),
  ofAll('pause all', 'uploads', 'uploads.pauseAll', has('uploads.continueAll')),
  ofAll('continue all', 'uploads-paused', 'uploads.continueAll', has('uploads.pauseAll')),
  action('uploads: cancel all', 'uploads', [button('uploads.cancelAll')], async stage => {
    await stage.open('uploads')
    await stage.use(button('uploads.cancelAll'))
    await stage.dialog('uploads.cancelAllTitle')
    await stage.use(button('uploads.cancelAll'))
    await stage.noDialog()
    await inPanel(stage, stage.t('uploads.status.cancelled'))
  }),
  action('uploads: cancel none after all', 'uploads', [button('uploads.keepUploading')], async stage => {
    await stage.open('uploads')
    await stage.use(button('uploads.cancelAll'))
    await stage.dialog('uploads.cancelAllTitle')
    await stage.use(button('uploads.keepUploading'))
    await stage.noDialog()
    await has('uploads.pause', video)(stage)
  }),
  retry('try all again', button('uploads.retryAll')),
  action(
    'uploads: show and hide the files of a folder',
    'uploads-folders',
    [button('uploads.showFiles', 'name'), button('uploads.hideFiles', 'name')],
    async stage => {
      await stage.open('uploads-folders')
      await stage.use(button('uploads.showFiles', 'name'), folder)
      await panel(stage).getByTitle(video, { exact: true }).waitFor()
      await stage.use(button('uploads.hideFiles', 'name'), folder)
      await panel(stage).getByTitle(video, { exact: true }).waitFor({ state: 'detached' })
    },
  ),
  action(
    'uploads: pause and continue a folder',
    'uploads-folders',
    [button('uploads.pause', 'name'), button('uploads.continue', 'name')],
    async stage => {
      await stage.open('uploads-folders')
      await stage.use(button('uploads.pause', 'name'), folder)
      await stage.use(button('uploads.continue', 'name'), folder)
      await has('uploads.pause', folder)(stage)
    },
  ),
  action(
    'uploads: cancel a folder',
    'uploads-folders',
    [button('uploads.cancel', 'name'), button('uploads.cancelFolder')],
    async stage => {
      await stage.open('uploads-folders')
      await stage.use(button('uploads.cancel', 'name'), folder)
      await stage.dialog('uploads.cancelFolderTitle', { name: folder })
      await stage.use(button('uploads.cancelFolder'))
      await stage.noDialog()
      await has('uploads.remove', folder)(stage)
    },
  ),
  action('uploads: try a folder again', 'uploads-folders', [button('uploads.retry', 'name')], async stage => {
    await stage.open('uploads-folders')
    await stage.page.route('**/s3/**', route => route.fulfill(stored))
    await stage.use(button('uploads.retry', 'name'), refusedFolder)
    await inPanel(stage, stage.t('uploads.folder.uploaded', { count: 3 }))
  }),
  action(
    'uploads: take a folder off the list',
    'uploads-folders',
    [button('uploads.remove', 'name')],
    async stage => {
      await stage.open('uploads-folders')
      await stage.use(button('uploads.remove', 'name'), refusedFolder)
      await gone(stage, refusedFolder)
    },
  ),
  action('uploads: be told of the end', 'uploads-long', [tell], async stage => {
    await stage.open('uploads-long')
    await stage.use(tell)
    await expect.poll(() => panel(stage).getByRole('checkbox').isChecked()).toBe(true)
  }),
  ofAll('clear the finished', 'uploads', 'uploads.clear', stage => gone(stage, 'Ảnh bìa.png')),
  ofAll('show the failed ones alone', 'uploads-failed', 'uploads.showFailed', async stage => {
    await gone(stage, 'Ảnh bìa.png')
    await stage.use(button('uploads.showAll'))
    await inPanel(stage, 'Ảnh bìa.png')
  }),
  action(
    'uploads: minimise and restore',
    'uploads',
    [button('uploads.minimise'), button('uploads.restore')],
    async stage => {
      await stage.open('uploads')
      await stage.use(button('uploads.minimise'))
      await panel(stage).getByText(video).waitFor({ state: 'detached' })
      await stage.use(button('uploads.restore'))
      await panel(stage).getByText(video).first().waitFor()
    },
  ),
  action(
    'uploads: maximise and restore',
    'uploads',
    [button('uploads.maximise'), button('uploads.restore')],
    async stage => {
      await stage.open('uploads')
      await stage.use(button('uploads.maximise'))
      await stage.use(button('uploads.restore'))
      await has('uploads.maximise')(stage)
    },
    { ways: desktopWays },
  ),
  action('uploads: close the list', 'uploads', [button('uploads.close')], async stage => {
    await stage.open('files')
    await stage.page
      .locator('input[type=file]')
      .first()
      .setInputFiles([{ name: `${stage.name}.txt`, mimeType: 'text/plain', buffer: Buffer.from('kho') }])
    await stage.use(button('uploads.close'))
    await panel(stage).waitFor({ state: 'detached' })
  }),
])
