import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect } from 'vitest'
import { type TwoStepTask, twoStepMachine } from '../../machines/two-step/machine.ts'
import type { MethodSecurity } from '../../openapi/schema.ts'
import type { MessageId } from '../../src/i18n/messages.ts'
import { texts } from '../support/screens.ts'
import { sharedBrowser } from '../support/shared.ts'
import { describeFlowInBrowser } from './support/describe-flow-in-browser.ts'
import { type SeenDialog, seenDialog } from './support/dialog-page.ts'
import { type FlowConsole, startFlowConsole } from './support/flow-console.ts'
import { type FlowEvent, outcomeOf } from './support/paths.ts'
import { nextCode, signedInPerson, switchOn } from './support/security-stage.ts'
import {
  call,
  fates,
  limitMs,
  made,
  type Stage as Person,
  pass,
  password,
  pin,
  seeSignIn,
  spendTheLimit,
} from './support/stage.ts'
import { twoStepFlow } from './two-step.flow.ts'

const t = texts('en')
const twoStep = '/user/two-step-verification'
const changeMethod = '/user/change-method-pin'
const renew = '/user/recovery-codes'

type Stage = Person & {
  task: TwoStepTask
  /** The secret of the app, as soon as there is one. */
  secret: string
  recoveryCodes: string[]
}

let browser: Browser
let kho: FlowConsole

beforeAll(async () => {
  ;[browser, kho] = await Promise.all([sharedBrowser(), startFlowConsole()])
})
afterAll(async () => {
  await kho?.close()
})

/** What a task is called on the screen, and the call that it makes. */
type Words = {
  title: MessageId
  field: MessageId
  button: MessageId
  /** The button on the page, where it says something else. */
  begin?: MessageId
  toast: MessageId
  path: string
}
function wordsOf(task: TwoStepTask): Words {
  switch (task.name) {
    case 'switch on':
      return {
        title: 'security.switchOnTitle',
        field: 'security.code',
        button: 'security.switchOn',
        toast: 'security.toast.switchedOn',
        path: twoStep,
      }
    case 'switch off':
      return {
        title: 'security.switchOffTitle',
        field: 'security.code',
        button: 'security.switchOff',
        toast: 'security.toast.switchedOff',
        path: twoStep,
      }
    case 'renew codes':
      return {
        title: 'security.renewTitle',
        field: 'security.code',
        button: 'security.renewCodes',
        toast: 'security.toast.renewed',
        path: renew,
      }
    case 'change method':
      return {
        ...(task.method === 'pin'
          ? {
              ...{ title: 'security.usePinTitle', field: 'security.code' },
              ...{ button: 'security.usePinDo', begin: 'security.usePin' },
            }
          : {
              ...{ title: 'security.useCodeTitle', field: 'auth.pin' },
              ...{ button: 'security.useCodeDo', begin: 'security.useCode' },
            }),
        toast: 'security.toast.methodChanged',
        path: changeMethod,
      }
  }
}

/** Presses what on the page begins the task. */
async function begin({ page }: Person, task: TwoStepTask): Promise<void> {
  if (task.name === 'switch on' || task.name === 'switch off') {
    await page.getByRole('switch', { name: t('security.twoStep') }).click()
  } else {
    const { begin, button } = wordsOf(task)
    await page.getByRole('button', { name: t(begin ?? button), exact: true }).click()
  }
}

async function open(start: string, path: FlowEvent[]): Promise<Stage> {
  const { task } = twoStepFlow.starts[start]!
  const person = await signedInPerson(browser, kho, pin, path)
  const app = task.name === 'switch on' ? { secret: '', recoveryCodes: [] } : await switchOn(person)
  if (task.name === 'change method' && task.method === 'pin') {
    await made(person, 'PUT', changeMethod, { method: 'two-step', pin })
  }
  const { page, held } = person
  await page.goto(`${kho.url}/security`)
  await held.hold(page, [twoStep, changeMethod, renew])
  await begin(person, task)
  return { ...person, ...app, task }
}

const dialogOf = ({ page }: Stage) => page.getByRole('dialog')
const click = (stage: Stage, name: MessageId) =>
  dialogOf(stage)
    .getByRole('button', { name: t(name), exact: true })
    .click()

const carryOutPath = ({ task }: Stage) => wordsOf(task).path

/** Whether the pin proves who asks; a code is sent by itself. */
const confirmedByPin = ({ task }: Stage) => task.name === 'change method' && task.method === 'two-step'

/** What proves who asks: the pin, or a code that was not used yet. */
function proofOf(stage: Stage): string {
  return confirmedByPin(stage) ? pin : nextCode(kho, stage.secret)
}

function attemptWrongly(stage: Stage) {
  const { task } = stage
  const path = carryOutPath(stage)
  if (task.name === 'switch off') return call(stage, 'DELETE', path, { data: { code: '000000' } })
  if (task.name === 'renew codes') return call(stage, 'POST', path, { data: { code: '000000' } })
  const method = task.name === 'change method' ? task.method : 'pin'
  return call(stage, 'PUT', path, { data: { method, pin: '000000' } })
}

const { answered, offline, broken, ended } = fates

type Snapshot = Parameters<NonNullable<NonNullable<typeof twoStepFlow.states>[string]>>[0]

/** The form of a step is in this state, and says of the snapshot's context what is to be read. */
const form =
  (state: SeenDialog['state'], step: 'password' | 'proof or code') =>
  async ({ page, task }: Stage, { context: { failure } }: Snapshot) => {
    const { title, field, button } = wordsOf(task)
    const ofField = ['CURRENT_PASSWORD_INCORRECT', 'AUTH_CODE_INVALID', 'PIN_INCORRECT']
    const wrong = failure !== null && ofField.includes(failure.code)
    const label = t(step === 'password' ? 'auth.password' : field)
    await expect
      .poll(() => seenDialog(page))
      .toEqual({
        title: t(title),
        messages: failure && !wrong ? [expect.stringContaining(messageOf(failure.code))] : [],
        wrong: wrong ? { [label]: t(`error.${failure.code}`) } : {},
        button: t(step === 'password' ? 'security.next' : button),
        state,
      })
  }

function messageOf(code: NonNullable<Snapshot['context']['failure']>['code']): string {
  if (code === 'TOO_MANY_REQUESTS') return 'Too many attempts. Try again in'
  return code === 'UNKNOWN_ERROR' ? `${t('error.UNKNOWN_ERROR')}Request ` : t(`error.${code}`)
}

/** The key that the page shows for typing, without the gaps. */
async function shownKey(stage: Stage): Promise<string> {
  const key = dialogOf(stage).getByRole('group', { name: t('security.keyLabel') })
  return ((await key.textContent()) ?? '').replace(/\s/g, '')
}

const recoveryCodesShown =
  (kept: boolean) =>
  async (stage: Stage): Promise<void> => {
    const list = dialogOf(stage).getByRole('list', { name: t('security.recoveryCodes') })
    const codes = list.getByRole('listitem')
    const ten = Array.from({ length: 10 }, () => expect.stringMatching(/^\w{5}-\w{5}$/))
    await expect.poll(() => codes.allTextContents()).toEqual(ten)
    await expect.poll(() => codes.allTextContents()).not.toEqual(stage.recoveryCodes)
    const done = dialogOf(stage).getByRole('button', { name: t('security.finish'), exact: true })
    await expect.poll(() => done.isEnabled()).toBe(kept)
    const close = dialogOf(stage).getByRole('button', { name: t('common.close') })
    await close.waitFor({ state: 'detached' })
  }

/** What the server says after a task that was done. */
function securityAfter(task: TwoStepTask): MethodSecurity {
  const on = { pin_exists: true, two_step: true, recovery_codes_left: 10 }
  if (task.name === 'switch off') {
    return { method: 'pin', pin_exists: true, two_step: false, recovery_codes_left: 0 }
  }
  return { method: task.name === 'change method' ? task.method : 'pin', ...on }
}

await describeFlowInBrowser('two-step', twoStepMachine, twoStepFlow, {
  open,
  close: ({ context }) => context.close(),
  viewed: true,
  events: {
    async 'submit password'(stage, _, { next }) {
      const wrong = next && outcomeOf(next) === 'beginSetUp: CURRENT_PASSWORD_INCORRECT'
      await dialogOf(stage)
        .getByLabel(t('auth.password'), { exact: true })
        .fill(wrong ? 'Wrong#2026' : password)
      await click(stage, 'security.next')
      await stage.held.made(twoStep)
    },
    'beginSetUp: ok': answered(twoStep),
    'beginSetUp: CURRENT_PASSWORD_INCORRECT': answered(twoStep),
    'beginSetUp: TWO_STEP_EXISTS': stage =>
      kho.meanwhile(stage.email, async () => {
        await switchOn(stage)
        await stage.held.meet(twoStep, 'answered')
      }),
    'beginSetUp: UNAUTHORIZED': ended(twoStep),
    'beginSetUp: TOO_MANY_REQUESTS': stage =>
      spendTheLimit(stage, twoStep, () => call(stage, 'PUT', twoStep, { data: { password: 'Wrong#2026' } })),
    'beginSetUp: NETWORK': offline(twoStep),
    'beginSetUp: unexpected': broken(twoStep),

    async 'submit code'(stage, _, { next }) {
      stage.secret = await shownKey(stage)
      const wrong = next && outcomeOf(next) === 'confirmSetUp: AUTH_CODE_INVALID'
      const code = nextCode(kho, stage.secret)
      await dialogOf(stage)
        .getByLabel(t('security.code'), { exact: true })
        .fill(wrong ? '000000' : code)
      await stage.held.made(twoStep)
    },
    'confirmSetUp: ok': answered(twoStep),
    'confirmSetUp: AUTH_CODE_INVALID': answered(twoStep),
    'confirmSetUp: TWO_STEP_EXISTS': stage =>
      kho.meanwhile(stage.email, async () => {
        await made(stage, 'POST', twoStep, { code: nextCode(kho, stage.secret) })
        await stage.held.meet(twoStep, 'answered')
      }),
    async 'confirmSetUp: TWO_STEP_NOT_BEGUN'(stage) {
      kho.pass(600_000)
      await stage.held.meet(twoStep, 'answered')
    },
    'confirmSetUp: UNAUTHORIZED': ended(twoStep),
    'confirmSetUp: TOO_MANY_REQUESTS': stage =>
      spendTheLimit(stage, twoStep, () => call(stage, 'POST', twoStep, { data: { code: '000000' } })),
    'confirmSetUp: NETWORK': offline(twoStep),
    'confirmSetUp: unexpected': broken(twoStep),

    'start over': stage => click(stage, 'security.beginAgain'),

    async 'submit proof'(stage, _, { next }) {
      const outcome = next && outcomeOf(next)
      const wrong = outcome === 'carryOut: AUTH_CODE_INVALID' || outcome === 'carryOut: PIN_INCORRECT'
      const { field, button } = wordsOf(stage.task)
      await dialogOf(stage)
        .getByLabel(t(field), { exact: true })
        .fill(wrong ? '000000' : proofOf(stage))
      if (confirmedByPin(stage)) await click(stage, button)
      await stage.held.made(carryOutPath(stage))
    },
    'carryOut: ok': answered(carryOutPath),
    'carryOut: AUTH_CODE_INVALID': answered(carryOutPath),
    async 'carryOut: PIN_BLOCKED'(stage) {
      await kho.blockPin(stage.email)
      await stage.held.meet(carryOutPath(stage), 'answered')
      await kho.forgive()
    },
    'carryOut: PIN_INCORRECT': answered(carryOutPath),
    'carryOut: TWO_STEP_REQUIRED': stage =>
      kho.meanwhile(stage.email, async () => {
        await made(stage, 'DELETE', twoStep, { code: stage.recoveryCodes[0] })
        await stage.held.meet(carryOutPath(stage), 'answered')
      }),
    'carryOut: UNAUTHORIZED': ended(carryOutPath),
    'carryOut: TOO_MANY_REQUESTS': stage =>
      spendTheLimit(stage, carryOutPath(stage), () => attemptWrongly(stage)),
    'carryOut: NETWORK': offline(carryOutPath),
    'carryOut: unexpected': broken(carryOutPath),

    async 'acknowledge codes'(stage, event) {
      const { acknowledged } = event as FlowEvent & { acknowledged: boolean }
      await dialogOf(stage).getByLabel(t('security.codesKept')).setChecked(acknowledged)
    },
    finish: stage => click(stage, 'security.finish'),
    'after waiting time': stage => pass(stage, limitMs),
  },
  states: {
    'password.editing': form('ready', 'password'),
    'password.submitting': form('busy', 'password'),
    'password.locked': form('disabled', 'password'),
    async 'code.editing'(stage, snapshot) {
      await form('ready', 'proof or code')(stage, snapshot)
      await dialogOf(stage)
        .getByRole('img', { name: t('security.qr') })
        .waitFor()
      await expect.poll(() => shownKey(stage)).toMatch(/^[A-Z2-7]{16,}$/)
    },
    'code.submitting': form('busy', 'proof or code'),
    'code.locked': form('disabled', 'proof or code'),
    async timedOut(stage) {
      await dialogOf(stage)
        .getByRole('heading', { name: t('security.timedOut') })
        .waitFor()
      await dialogOf(stage).getByText(t('security.timedOutLead')).waitFor()
    },
    'proving.editing': form('ready', 'proof or code'),
    'proving.submitting': form('busy', 'proof or code'),
    'proving.locked': form('disabled', 'proof or code'),
    'showingRecoveryCodes.unacknowledged': recoveryCodesShown(false),
    'showingRecoveryCodes.acknowledged': recoveryCodesShown(true),
    async done(stage) {
      const { page, task } = stage
      await dialogOf(stage).waitFor({ state: 'detached' })
      await page.getByText(t(wordsOf(task).toast), { exact: true }).waitFor()
      expect(await made(stage, 'GET', '/user/method-security')).toEqual(securityAfter(task))
      const on = page.getByRole('switch', {
        name: t('security.twoStep'),
        checked: task.name !== 'switch off',
      })
      await on.waitFor()
    },
    signedOut: seeSignIn,
  },
})
