// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { passwordResetMachine } from '../../machines/password-reset/machine.ts'
import { takeMailedToken } from '../../src/session/mailed-token.ts'
import { passwordResetFlow } from './password-reset.flow.ts'
import { passwordResetPlay } from './password-reset.play.ts'
import { describeFlowInView } from './support/describe-flow-in-view.tsx'
import { openApp } from './support/entry-view.tsx'

vi.mock('../../machines/actor.ts', () => import('./support/held-actors.ts'))

await describeFlowInView('password-reset', passwordResetMachine, passwordResetFlow, {
  play: passwordResetPlay,
  async open(start) {
    const { token } = passwordResetFlow.starts[start]!
    const address = token === null ? '/forgot-password' : `/reset-password${token && `#${token}`}`
    await openApp(address, null, takeMailedToken)
    return { email: 'owner@example.com' }
  },
  events: {
    async 'request another link'(_stage, _event, act) {
      await act()
      expect(location.pathname).toBe('/forgot-password')
    },
    'open link'(_, event) {
      const { token } = event as unknown as { token: string }
      history.pushState(null, '', `/reset-password#${token}`)
      dispatchEvent(new Event('hashchange'))
    },
  },
  states: {
    checking: () => screen.getByRole('progressbar'),
    done: () => expect(sessionStorage.length).toBe(0),
  },
})
