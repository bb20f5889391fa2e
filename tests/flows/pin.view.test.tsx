// @vitest-environment happy-dom
import { vi } from 'vitest'
import { pinMachine } from '../../machines/pin/machine.ts'
import PinDialog from '../../src/security/pin/pin-dialog.tsx'
import { owner } from '../machines/support/users.ts'
import { pinFlow } from './pin.flow.ts'
import { pinPlay } from './pin.play.ts'
import { describeFlowInView } from './support/describe-flow-in-view.tsx'
import { show, signInAs } from './support/view-stage.tsx'

vi.mock('../../machines/actor.ts', () => import('./support/held-actors.ts'))

await describeFlowInView('pin', pinMachine, pinFlow, {
  play: pinPlay,
  async open() {
    await signInAs(owner)
    show(<PinDialog onClose={() => undefined} />)
  },
})
