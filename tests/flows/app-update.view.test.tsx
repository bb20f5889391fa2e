// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { appUpdateMachine } from '../../machines/app-update/machine.ts'
import UpdatePrompt from '../../src/frame/update-prompt.tsx'
import { appUpdateFlow } from './app-update.flow.ts'
import { describeFlowInView } from './support/describe-flow-in-view.tsx'
import { isAwaited } from './support/held-actors.ts'
import { t } from './support/play.ts'
import { pass, press, show } from './support/view-stage.tsx'

vi.hoisted(() => {
  document.head.innerHTML = '<meta name="build" content="1.0.0">'
})
vi.mock('../../machines/actor.ts', () => import('./support/held-actors.ts'))

const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
const betweenLooks = 5 * 60_000

const prompt =
  (shown: boolean, checking = false) =>
  () => {
    const prompts = screen.queryAllByRole('status', { name: t('app.update.title') })
    expect([prompts.length, isAwaited('readVersion'), reload.mock.calls.length]).toEqual([
      shown ? 1 : 0,
      checking,
      0,
    ])
  }

await describeFlowInView('app-update', appUpdateMachine, appUpdateFlow, {
  open() {
    reload.mockClear()
    show(<UpdatePrompt />)
  },
  events: {
    'check now': () => void dispatchEvent(new Event('vite:preloadError')),
    accept: () => press(t('common.reload')),
    async decline() {
      press(t('common.later'))
      await pass(2 * betweenLooks)
    },
  },
  states: {
    'current.waiting': prompt(false),
    'current.checking': prompt(false, true),
    available: prompt(true),
    declined: prompt(false),
    reloading: () => expect(reload).toHaveBeenCalledOnce(),
  },
})
