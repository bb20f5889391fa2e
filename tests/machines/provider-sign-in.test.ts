import { expect, test } from 'vitest'
import { createActor, SimulatedClock, type SnapshotFrom, waitFor } from 'xstate'
import { selectFailure } from '../../machines/attempt.ts'
import {
  type Completion,
  type LinkAttempt,
  type ProviderCodeAttempt,
  providerSignInMachine,
} from '../../machines/provider-sign-in/machine.ts'
import { patience } from '../support/patience.ts'
import { answering } from './support/answers.ts'

type World = {
  complete: Completion['output'][]
  link?: (LinkAttempt['output'] | Error)[]
  verifyCode?: (ProviderCodeAttempt['output'] | Error)[]
}

function comeBack(world: World) {
  const complete = answering<Completion['output'], Completion['input']>(...world.complete)
  const link = answering<LinkAttempt['output'], LinkAttempt['input']>(...(world.link ?? []))
  const verifyCode = answering<ProviderCodeAttempt['output'], ProviderCodeAttempt['input']>(
    ...(world.verifyCode ?? []),
  )
  const clock = new SimulatedClock()
  const entered: string[] = []
  const returned: string[] = []
  const actor = createActor(
    providerSignInMachine.provide({
      actors: { complete: complete.actor, link: link.actor, verifyCode: verifyCode.actor },
      actions: {
        'enter the console': (_, { address }) => void entered.push(address),
        'go back confirmed': (_, { address }) => void returned.push(address),
      },
    }),
    { input: { provider: 'corp', query: 'code=c&state=s', confirms: false }, clock },
  ).start()
  const reach = (state: Parameters<SnapshotFrom<typeof providerSignInMachine>['matches']>[0]) =>
    waitFor(actor, snapshot => snapshot.matches(state), { timeout: patience })
  return { actor, clock, entered, returned, reach }
}

const returnTo = '/dashboard'
const offer = { link: 'bGluaw', email: 'owner@example.com' }
const challenge = { challenge: 'c2lnbi1pbg', expires_in: 300 }
const limit = { ok: false, code: 'TOO_MANY_REQUESTS', retryAfterMs: 30_000 } as const
const password = { type: 'submit password', password: 'Vuon-tao#1' } as const
const code = { type: 'submit code', code: '287082' } as const

test('who is signed in enters the console where the sign-in began', async () => {
  const { entered, reach } = comeBack({ complete: [{ ok: true, returnTo, signedIn: true }] })
  await reach('done')
  expect(entered).toEqual([returnTo])
})

test('who has confirmed goes back to the page that was left, which is not loaded anew', async () => {
  const { entered, returned, reach } = comeBack({ complete: [{ ok: true, returnTo, confirmed: true }] })
  await reach('confirmed')
  expect([entered, returned]).toEqual([[], [returnTo]])
})

test('the form of the password says why it was refused, and opens again when the limit is over', async () => {
  const wrong = { ok: false, code: 'INVALID_CREDENTIALS' } as const
  const { actor, clock, reach } = comeBack({
    complete: [{ ok: true, returnTo, offer }],
    link: [wrong, new Error('Offline'), limit, { ok: true, signedIn: true }],
  })
  await reach('password')
  actor.send(password)
  expect(selectFailure(await reach({ password: 'editing' }))).toEqual(wrong)
  actor.send(password)
  expect(selectFailure(await reach({ password: 'editing' }))?.code).toBe('UNKNOWN_ERROR')
  actor.send(password)
  expect(selectFailure(await reach({ password: 'locked' }))).toEqual(limit)
  clock.increment(limit.retryAfterMs - 1)
  expect(actor.getSnapshot().value).toEqual({ password: 'locked' })
  clock.increment(1)
  const opened = actor.getSnapshot()
  expect([opened.value, selectFailure(opened)]).toEqual([{ password: 'editing' }, null])
  actor.send(password)
  await reach('done')
})

test('the form of the code says why it was refused, until the time of the code is over', async () => {
  const wrong = { ok: false, code: 'AUTH_CODE_INVALID' } as const
  const { actor, clock, entered, reach } = comeBack({
    complete: [{ ok: true, returnTo, challenge }],
    verifyCode: [wrong, new Error('Offline')],
  })
  await reach('code')
  actor.send(code)
  expect(selectFailure(await reach({ code: 'editing' }))).toEqual(wrong)
  actor.send(code)
  expect(selectFailure(await reach({ code: 'editing' }))?.code).toBe('UNKNOWN_ERROR')
  clock.increment(299_999)
  expect(actor.getSnapshot().value).toEqual({ code: 'editing' })
  clock.increment(1)
  expect(selectFailure(actor.getSnapshot())?.code).toBe('TWO_STEP_TIMED_OUT')
  expect([actor.getSnapshot().value, entered]).toEqual(['refused', []])
})

test('a sign-in that is over says why, and opens no form again', async () => {
  const over = { ok: false, code: 'SSO_TIMED_OUT' } as const
  const { actor, reach } = comeBack({ complete: [{ ok: true, returnTo, offer }], link: [over] })
  await reach('password')
  actor.send(password)
  expect(selectFailure(await reach('refused'))).toEqual(over)
})
