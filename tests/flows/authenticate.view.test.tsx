// @vitest-environment happy-dom
import { expect, vi } from 'vitest'
import {
  type AuthenticateEvent,
  authenticateMachine,
  type CodeKind,
} from '../../machines/authenticate/machine.ts'
import { selectAuthenticate } from '../../machines/session/machine.ts'
import { session } from '../../src/session/flow.ts'
import { authenticateFlow } from './authenticate.flow.ts'
import { authenticatePlay } from './authenticate.play.ts'
import { describeFlowInView } from './support/describe-flow-in-view.tsx'
import { openAfterReset, openApp } from './support/entry-view.tsx'
import { places, t } from './support/play.ts'
import { seenForm } from './support/seen-form.ts'
import { anotherCode, answer, toast } from './support/view-stage.tsx'

vi.mock('../../machines/actor.ts', () => import('./support/held-actors.ts'))
vi.mock('../../src/app/main-chunk.ts', () => import('./support/small-console.tsx'))

Object.defineProperty(window, 'PublicKeyCredential', { value: {} })

/** The form offers only the other kind of code. */
const inView: typeof authenticateFlow = {
  ...authenticateFlow,
  possible: ({ context }, event) =>
    event.type !== 'choose code kind' || (event as unknown as { kind: CodeKind }).kind !== context.codeKind,
}

await describeFlowInView('authenticate', authenticateMachine, inView, {
  play: authenticatePlay,
  async open(start) {
    const { notice } = authenticateFlow.starts[start]!
    answer('GET /api/user/method-security', { recovery_codes_left: 7 })
    if (notice === 'password reset') await openAfterReset()
    else await openApp('/', null)
    return { usedRecoveryCode: false }
  },
  events: {
    'submit credentials'(stage, _, act) {
      stage.usedRecoveryCode = false
      return act()
    },
    // The browser shows passkeys outside of the page.
    async 'passkey picked'(_, event) {
      selectAuthenticate(session.getSnapshot())?.send(event as AuthenticateEvent)
    },
    'submit code'(stage, _, act) {
      stage.usedRecoveryCode = seenForm(places.screen)?.field === t('auth.recoveryCode')
      return act({ code: stage.usedRecoveryCode ? 'k3m9x20vtq' : anotherCode() })
    },
  },
  states: {
    done({ usedRecoveryCode }) {
      if (usedRecoveryCode) expect(toast()).toContain(t('auth.recoveryCodesLeft', { left: 7 }))
    },
  },
})
