import type { TwoStepTask } from '../../machines/two-step/machine.ts'
import { beginSetUp, confirmSetUp, runTask } from '../../src/security/two-step/flow.ts'
import * as world from './support/actor-world.ts'
import type { Causes } from './support/describe-actors.ts'
import type { twoStepFlow } from './two-step.flow.ts'

const { password, pin } = world
const path = '/user/two-step-verification'
const wrong = '000000'

/** A person who has begun the set-up; gives the secret. */
async function begun(): Promise<string> {
  await world.signedIn()
  const outcome = await beginSetUp({ password })
  if (!outcome.ok) throw new Error(outcome.code)
  return outcome.secret
}

const off: TwoStepTask = { name: 'switch off' }
const renew: TwoStepTask = { name: 'renew codes' }
const byCode: TwoStepTask = { name: 'change method', method: 'two-step' }
const byPin: TwoStepTask = { name: 'change method', method: 'pin' }

/** A person who has switched it on, and confirms by code where that is to be changed; gives a proof for the task. */
async function readyFor(task: TwoStepTask): Promise<string> {
  await world.signedIn()
  const { secret } = await world.switchOn()
  if (task === byPin) await world.made('PUT', '/user/change-method-pin', { method: 'two-step', pin })
  return task === byCode ? pin : world.nextCode(secret)
}

const done = (task: TwoStepTask) => async () => runTask({ task, proof: await readyFor(task) })
const refused = (task: TwoStepTask) => async () => {
  await readyFor(task)
  return runTask({ task, proof: wrong })
}
const withoutTwoStep = (task: TwoStepTask, proof: string) => async () => {
  await world.signedIn()
  return runTask({ task, proof })
}

export const twoStepActors: Causes<typeof twoStepFlow> = {
  beginSetUp: {
    async ok() {
      await world.signedIn()
      return beginSetUp({ password })
    },
    async CURRENT_PASSWORD_INCORRECT() {
      await world.signedIn()
      return beginSetUp({ password: 'Wrong#2026' })
    },
    async TWO_STEP_EXISTS() {
      await readyFor(off)
      return beginSetUp({ password })
    },
    UNAUTHORIZED: () => world.ended(() => beginSetUp({ password })),
    async TOO_MANY_REQUESTS() {
      await world.signedIn()
      await world.spendTheLimit('PUT', path, { password: 'Wrong#2026' })
      return beginSetUp({ password })
    },
    NETWORK: () => world.withoutNetwork(() => beginSetUp({ password })),
    async unexpected() {
      await world.signedIn()
      return world.broken(() => beginSetUp({ password }))
    },
  },
  confirmSetUp: {
    ok: async () => confirmSetUp({ code: world.nextCode(await begun()) }),
    async AUTH_CODE_INVALID() {
      await begun()
      return confirmSetUp({ code: wrong })
    },
    async TWO_STEP_EXISTS() {
      const code = await readyFor(off)
      return confirmSetUp({ code })
    },
    async TWO_STEP_NOT_BEGUN() {
      const secret = await begun()
      world.server.pass(600_000)
      return confirmSetUp({ code: world.nextCode(secret) })
    },
    UNAUTHORIZED: () => world.ended(() => confirmSetUp({ code: wrong })),
    async TOO_MANY_REQUESTS() {
      const secret = await begun()
      await world.spendTheLimit('POST', path, { code: wrong })
      return confirmSetUp({ code: world.nextCode(secret) })
    },
    NETWORK: () => world.withoutNetwork(() => confirmSetUp({ code: wrong })),
    async unexpected() {
      const secret = await begun()
      return world.broken(() => confirmSetUp({ code: world.nextCode(secret) }))
    },
  },
  runTask: {
    ok: [done(off), done(renew), done(byCode), done(byPin)],
    AUTH_CODE_INVALID: [refused(off), refused(renew)],
    async PIN_BLOCKED() {
      const email = await world.signedIn()
      await world.switchOn()
      await world.server.blockPin(email)
      return runTask({ task: byCode, proof: pin })
    },
    PIN_INCORRECT: [refused(byCode), refused(byPin)],
    TWO_STEP_REQUIRED: [
      withoutTwoStep(off, wrong),
      withoutTwoStep(renew, wrong),
      withoutTwoStep(byCode, pin),
    ],
    UNAUTHORIZED: () => world.ended(() => runTask({ task: off, proof: wrong })),
    async TOO_MANY_REQUESTS() {
      const proof = await readyFor(off)
      await world.spendTheLimit('DELETE', path, { code: wrong })
      return runTask({ task: off, proof })
    },
    NETWORK: () => world.withoutNetwork(() => runTask({ task: off, proof: wrong })),
    async unexpected() {
      const proof = await readyFor(off)
      return world.broken(() => runTask({ task: off, proof }))
    },
  },
}
