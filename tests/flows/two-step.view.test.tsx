// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, vi } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { twoStepMachine } from '../../machines/two-step/machine.ts'
import TwoStepDialog from '../../src/security/two-step/two-step-dialog.tsx'
import { owner } from '../machines/support/users.ts'
import { describeFlowInView } from './support/describe-flow-in-view.tsx'
import { t } from './support/play.ts'
import { anotherCode, show, signInAs } from './support/view-stage.tsx'
import { twoStepFlow } from './two-step.flow.ts'
import { confirmedByPin, twoStepPlay } from './two-step.play.ts'

vi.mock('../../machines/actor.ts', () => import('./support/held-actors.ts'))

function recoveryCodes(_: unknown, { context }: SnapshotFrom<typeof twoStepMachine>) {
  const list = screen.getByRole('list', { name: t('security.recoveryCodes') })
  expect([...list.children].map(item => item.textContent)).toEqual(context.recoveryCodes)
}

await describeFlowInView('two-step', twoStepMachine, twoStepFlow, {
  play: twoStepPlay,
  async open(start) {
    await signInAs(owner)
    const { task } = twoStepFlow.starts[start]!
    show(<TwoStepDialog task={task} onClose={() => undefined} />)
    return task
  },
  events: {
    'submit code': (_task, _event, act) => act({ code: anotherCode() }),
    'submit proof': (task, _, act) => act({ proof: confirmedByPin(task) ? '2580' : anotherCode() }),
  },
  states: {
    'code.editing'(_, { context }) {
      screen.getByRole('img', { name: t('security.qr') })
      const key = screen.getByRole('group', { name: t('security.keyLabel') })
      expect(key.textContent).toBe(context.setUp?.secret)
    },
    'showingRecoveryCodes.unacknowledged': recoveryCodes,
    'showingRecoveryCodes.acknowledged': recoveryCodes,
  },
})
