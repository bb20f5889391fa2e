// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import QuotaDialog from '../../src/buckets/page/overview/quota-dialog.tsx'
import TagsDialog from '../../src/files/panel/details/tags-dialog.tsx'
import type { Text } from '../../src/i18n/text.ts'
import {
  closed,
  fieldThere,
  fill,
  press,
  refusal,
  serve,
  show,
  submit,
  textThere,
  toast,
} from './support/screen.tsx'

vi.mock('../../src/session/flow.ts', () => ({ onForget: () => () => undefined }))

const GiB = 1024 ** 3
const onClose = vi.fn()

/** What is stored of a setting, by its revision, and a storage that takes the next save but loses the answer to it. */
const settings = {
  'the tags of a file': {
    path: '/objects/tags',
    dialog: () => <TagsDialog bucket="b" path="a.bin" onClose={onClose} />,
    before: { tags: [{ key: 'tuổi', value: '1' }] },
    after: { tags: [{ key: 'tuổi', value: '2' }] },
    other: { tags: [{ key: 'tuổi', value: '3' }] },
    field: (t: Text) => t('bucket.tags.valueOf', { number: 1 }),
    typed: '2',
  },
  'the quota of a bucket, written in another unit': {
    path: '/bucket/quota',
    dialog: () => (
      <QuotaDialog bucket="b" stored={{ quota: 5 * GiB, usage: 0, revision: 'first' }} onClose={onClose} />
    ),
    before: { quota: 5 * GiB },
    after: { quota: 2048 * GiB },
    other: { quota: GiB },
    field: (t: Text) => t('accounts.quota'),
    typed: '2048',
  },
} as const

type Setting = (typeof settings)[keyof typeof settings]

async function open({ path, dialog, before, field, typed }: Setting) {
  const stored = {
    now: { ...before, revision: 'first' } as object,
    save: (): unknown => refusal('SETTING_CHANGED'),
  }
  const sent = serve({ [`GET ${path}`]: () => stored.now, [`PUT ${path}`]: () => stored.save() })
  const t = await show(dialog())
  const label = field(t)
  await fieldThere(label)
  fill(label, typed)
  return { stored, t, revisions: () => sent.map(([, body]) => (body as { revision: string }).revision) }
}

test.each(Object.entries(settings))(
  'a save of %s whose answer was lost is no conflict with oneself',
  async (_, setting) => {
    const { stored, t, revisions } = await open(setting)
    stored.save = () => {
      stored.now = { ...setting.after, revision: 'second' }
      stored.save = () => {
        stored.save = () => ({})
        return refusal('SETTING_CHANGED')
      }
      throw new TypeError('Failed to fetch')
    }
    await submit()
    await textThere(t('error.NETWORK'))
    await submit()
    await closed()
    expect([revisions(), toast() !== undefined]).toEqual([['first', 'first', 'second'], true])
  },
)

test.each(Object.entries(settings))(
  '%s that another has changed meanwhile is saved only once both were shown',
  async (_, setting) => {
    const { stored, t, revisions } = await open(setting)
    stored.now = { ...setting.other, revision: 'second' }
    await submit()
    await textThere(t('conflict.theirs'))
    expect(revisions()).toEqual(['first'])
    stored.save = () => ({})
    await press(t('conflict.keep'))
    await closed()
    expect(revisions()).toEqual(['first', 'second'])
  },
)
