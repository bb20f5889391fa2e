// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { bucketSettingsMachine } from '../../machines/bucket-settings/machine.ts'
import TagsTab from '../../src/buckets/page/tags/tags-tab.tsx'
import { owner } from '../machines/support/users.ts'
import { bucketSettingsFlow } from './bucket-settings.flow.ts'
import { describeFlowInView } from './support/describe-flow-in-view.tsx'
import { end } from './support/held-actors.ts'
import { seenForm } from './support/seen-form.ts'
import { answer, fill, press, show, signInAs, t, until } from './support/view-stage.tsx'

vi.mock('../../machines/actor.ts', () => import('./support/held-actors.ts'))

/** The setting is a bucket's one tag. `saved`: its value on the server; `entered`: the last one that was typed. */
type Stage = { saved: string; entered: string; count: number }
type Snapshot = Parameters<NonNullable<NonNullable<typeof bucketSettingsFlow.states>[string]>>[0]

const dialog = '[role=alertdialog]'
const field = t('bucket.tags.valueOf', { number: 1 })
const shownValue = () => screen.getByLabelText<HTMLInputElement>(field).value

/** The tab says why the last call failed, and its button is in this state. */
const tab =
  (button: 'ready' | 'busy') =>
  (_: Stage, { context: { failure } }: Snapshot) => {
    const save = screen.getByText(t('bucket.save')).closest('button')
    expect(save?.getAttribute('aria-busy')).toBe(button === 'busy' ? 'true' : null)
    const alerts = screen.queryAllByRole('alert').map(alert => alert.textContent)
    expect(alerts).toEqual(failure ? [expect.stringContaining(t(`error.${failure.code}`))] : [])
    expect(seenForm(dialog)).toBeNull()
  }

await describeFlowInView('bucket-settings', bucketSettingsMachine, bucketSettingsFlow, {
  async open() {
    await signInAs(owner)
    const tags = [{ key: 'team', value: 'first' }]
    answer('GET /api/bucket/tags', { tags, revision: 'r0' })
    show(<TagsTab bucket="anh" />)
    await until(() => expect(shownValue()).toBe('first'))
    return { saved: 'first', entered: '', count: 0 }
  },
  events: {
    save(stage) {
      stage.entered = `yours ${++stage.count}`
      fill(field, stage.entered)
      press(t('bucket.save'))
    },
    'saveSetting: ok'(stage, event) {
      stage.saved = stage.entered
      end(event)
    },
    'saveSetting: SETTING_CHANGED'(stage, event) {
      stage.saved = `theirs ${++stage.count}`
      end(event)
    },
    'readSetting: ok'({ saved }, event) {
      const stored = { value: [{ key: 'team', value: saved }], revision: saved }
      end({ ...event, output: { ok: true, stored } })
    },
    'save yours': () => press(t('bucket.conflict.keep')),
    async 'keep theirs'({ saved }) {
      press(t('bucket.conflict.take'))
      await until(() => expect(shownValue()).toBe(saved))
    },
    retry: () => press(t('common.retry')),
  },
  states: {
    editing: tab('ready'),
    saving: tab('busy'),
    refreshing: tab('busy'),
    stale: tab('busy'),
    comparing: tab('busy'),
    conflict({ saved, entered }) {
      expect(seenForm(dialog)?.title).toBe(t('bucket.conflict.title'))
      const shown = document.querySelector(dialog)?.textContent
      expect(shown).toContain(saved)
      expect(shown).toContain(entered)
    },
  },
})
