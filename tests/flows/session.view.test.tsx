// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, vi } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import type { AuthenticateOutput } from '../../machines/authenticate/machine.ts'
import { sessionMachine } from '../../machines/session/machine.ts'
import type { CurrentUser } from '../../openapi/schema.ts'
import { api } from '../../src/api/client.ts'
import { tokenKey } from '../../src/api/tokens.ts'
import { sessionEvents } from '../../src/session/flow.ts'
import '../../src/session/expired-dialog.tsx'
import { sessionFlow } from './session.flow.ts'
import { sessionPlay, userOf } from './session.play.ts'
import { describeFlowInView } from './support/describe-flow-in-view.tsx'
import { openApp, signInOnPage } from './support/entry-view.tsx'
import { end } from './support/held-actors.ts'
import { places, t } from './support/play.ts'
import { seenForm } from './support/seen-form.ts'
import { answer, fill, press, problem, settle, signOutElsewhere, until } from './support/view-stage.tsx'

vi.mock('../../machines/actor.ts', () => import('./support/held-actors.ts'))
vi.mock('../../src/app/main-chunk.ts', () => import('./support/small-console.tsx'))

Object.defineProperty(navigator, 'locks', {
  value: { request: (_: string, work: () => unknown) => work() },
})

function signedIn(_: unknown, snapshot: SnapshotFrom<typeof sessionMachine>) {
  screen.getByText(t('auth.signedInAs', { email: userOf(snapshot).email }))
}

/** A call of the console is refused, and answered when it is made again. */
async function refused(status: number, code: 'UNAUTHORIZED' | 'PERMISSION_DENIED') {
  const request = 'GET /api/user/method-security'
  answer(request, () => {
    answer(request, {})
    return problem(code, status)
  })
  void api.GET('/user/method-security')
  await settle()
}

/** The page of a forgotten password is shown instead of that of signing in, and left again after `act`. */
async function atForgottenPassword(act: () => void) {
  history.pushState(null, '', '/forgot-password')
  await settle()
  act()
  history.pushState(null, '', '/')
}

await describeFlowInView('session', sessionMachine, sessionFlow, {
  play: sessionPlay,
  async open() {
    await openApp('/bucket-management')
    return { emailOf: ({ email }: CurrentUser) => email }
  },
  events: {
    'second step is set': sessionEvents.secondStepIsSet,
    'sign-in left': () => atForgottenPassword(() => undefined),
    'signed in elsewhere'(_, event) {
      const { user } = event as unknown as { user: string }
      const newValue = `token ${user}`.trim()
      dispatchEvent(new StorageEvent('storage', { key: tokenKey, newValue }))
    },
    'signed out': signOutElsewhere,
    'session expired': () => refused(401, 'UNAUTHORIZED'),
    'reload user': () => refused(403, 'PERMISSION_DENIED'),
    'sign out'() {
      if (screen.queryByText(t('shell.logout')) && !seenForm(places.dialog)) press(t('shell.logout'))
      else press(t('auth.otherAccount'))
    },
    'password reset': () => atForgottenPassword(sessionEvents.passwordReset),
    async 'authenticate: done'(_, { output }) {
      const { user } = output as AuthenticateOutput
      if (!seenForm(places.dialog)) return signInOnPage(user)
      fill(t('auth.password'), 'Vuon-tao#1')
      press(t('auth.signIn'))
      await until(() => end({ actorId: 'signIn', output: { ok: true, user } }))
    },
  },
  states: {
    restoring: () => expect(screen.queryAllByRole('heading', { level: 1 })).toEqual([]),
    'signedIn.open.validity.active.idle': signedIn,
    'signedIn.open.validity.active.reloading': signedIn,
    'signedIn.signingOut': signedIn,
  },
})
