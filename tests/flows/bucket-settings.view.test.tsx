// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { bucketSettingsMachine } from '../../machines/bucket-settings/machine.ts'
import TagsTab from '../../src/buckets/page/tags/tags-tab.tsx'
import { owner } from '../machines/support/users.ts'
import { bucketSettingsFlow, isOwn } from './bucket-settings.flow.ts'
import { bucketSettingsPlay, field } from './bucket-settings.play.ts'
import { describeFlowInView } from './support/describe-flow-in-view.tsx'
import { end } from './support/held-actors.ts'
import { answer, show, signInAs, until } from './support/view-stage.tsx'

vi.mock('../../machines/actor.ts', () => import('./support/held-actors.ts'))

const shownValue = () => screen.getByLabelText<HTMLInputElement>(field).value

await describeFlowInView('bucket-settings', bucketSettingsMachine, bucketSettingsFlow, {
  play: bucketSettingsPlay,
  async open() {
    await signInAs(owner)
    const tags = [{ key: 'team', value: 'first' }]
    answer('GET /api/bucket/tags', { tags, revision: 'r0' })
    show(<TagsTab bucket="anh" />)
    await until(() => expect(shownValue()).toBe('first'))
    return { saved: 'first', entered: '', count: 0 }
  },
  events: {
    save(stage, _, act) {
      stage.entered = `yours ${++stage.count}`
      return act()
    },
    'saveSetting: ok'(stage, event) {
      stage.saved = stage.entered
      end(event)
    },
    'saveSetting: SETTING_CHANGED'(stage, event) {
      stage.saved = `theirs ${++stage.count}`
      end(event)
    },
    'readSetting: ok'(stage, event) {
      if (isOwn(event)) stage.saved = stage.entered
      const { saved } = stage
      const stored = { value: [{ key: 'team', value: saved }], revision: saved }
      end({ ...event, output: { ok: true, stored } })
    },
    async 'keep theirs'({ saved }, _, act) {
      await act()
      await until(() => expect(shownValue()).toBe(saved))
    },
  },
})
