import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect } from 'vitest'
import { type TwoStepTask, twoStepMachine } from '../../machines/two-step/machine.ts'
import type { MethodSecurity } from '../../openapi/schema.ts'
import type { MessageId } from '../../src/i18n/messages.ts'
import { openShell } from '../support/chromium.ts'
import { texts } from '../support/screens.ts'
import { describeFlowInBrowser } from './support/describe-flow-in-browser.ts'
import { type SeenDialog, seenDialog } from './support/dialog-page.ts'
import { type FlowConsole, startFlowConsole } from './support/flow-console.ts'
import { type FlowEvent, outcomeOf } from './support/paths.ts'
import {
  call,
  failures,
  fates,
  limitMs,
  made,
  nextCode,
  pass,
  password,
  type SecurityStage,
  seeSignIn,
  signedInPerson,
  switchOn,
} from './support/security-stage.ts'
import { twoStepFlow } from './two-step.flow.ts'

const t = texts('en')
const pin = '2580'
const twoStep = '/user/two-step-verification'
const changeMethod = '/user/change-method-pin'
const renew = '/user/recovery-codes'

type Stage = SecurityStage & {
  task: TwoStepTask
  /** The secret of the app, as soon as there is one. */
  secret: string
  recoveryCodes: string[]
}

let browser: Browser
let kho: FlowConsole

beforeAll(async () => {
  ;[browser, kho] = await Promise.all([openShell(), startFlowConsole()])
})
afterAll(async () => {
  await browser?.close()
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
async function begin({ page }: SecurityStage, task: TwoStepTask): Promise<void> {
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

/** Makes so many wrong attempts elsewhere as are let through, then lets the page's own go. */
async function spendTheLimit(stage: Stage, method: string, path: string, data: object, refused = 403) {
  for (let failure = 0; failure < failures; failure++) {
    expect((await call(stage, method, path, data)).status()).toBe(refused)
  }
  await stage.held.meet(path, 'answered')
}

const carryOutPath = ({ task }: Stage) => wordsOf(task).path

/** Whether the pin proves who asks; a code is sent by itself. */
const confirmedByPin = ({ task }: Stage) => task.name === 'change method' && task.method === 'two-step'

/** What proves who asks: the pin, or a code that was not used yet. */
function proofOf(stage: Stage): string {
  return confirmedByPin(stage) ? pin : nextCode(kho, stage.secret)
}

function wrongAttempt({ task }: Stage): [method: string, data: object] {
  if (task.name === 'switch off') return ['DELETE', { code: '000000' }]
  if (task.name === 'renew codes') return ['POST', { code: '000000' }]
  return ['PUT', { method: task.name === 'change method' ? task.method : 'pin', pin: '000000' }]
}

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
    await list.waitFor()
    const codes = await list.getByRole('listitem').allTextContents()
    expect(codes).toEqual(Array.from({ length: 10 }, () => expect.stringMatching(/^\w{5}-\w{5}$/)))
    expect(codes).not.toEqual(stage.recoveryCodes)
    const done = dialogOf(stage).getByRole('button', { name: t('security.finish'), exact: true })
    await expect.poll(() => done.isEnabled()).toBe(kept)
    expect(
      await dialogOf(stage)
        .getByRole('button', { name: t('common.close') })
        .count(),
    ).toBe(0)
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
  events: {
    async 'submit password'(stage, _, next) {
      const wrong = next && outcomeOf(next) === 'beginSetUp: CURRENT_PASSWORD_INCORRECT'
      await dialogOf(stage)
        .getByLabel(t('auth.password'), { exact: true })
        .fill(wrong ? 'Wrong#2026' : password)
      await click(stage, 'security.next')
      await stage.held.made(twoStep)
    },
    'beginSetUp: ok': stage => fates.answered(stage, twoStep),
    'beginSetUp: CURRENT_PASSWORD_INCORRECT': stage => fates.answered(stage, twoStep),
    async 'beginSetUp: TWO_STEP_EXISTS'(stage) {
      await switchOn(stage)
      await fates.answered(stage, twoStep)
    },
    'beginSetUp: UNAUTHORIZED': stage => fates.ended(stage, twoStep),
    'beginSetUp: TOO_MANY_REQUESTS': stage =>
      spendTheLimit(stage, 'PUT', twoStep, { password: 'Wrong#2026' }, 400),
    'beginSetUp: NETWORK': stage => fates.offline(stage, twoStep),
    'beginSetUp: unexpected': stage => fates.broken(stage, twoStep),

    async 'submit code'(stage, _, next) {
      stage.secret = await shownKey(stage)
      const wrong = next && outcomeOf(next) === 'confirmSetUp: AUTH_CODE_INVALID'
      const code = nextCode(kho, stage.secret)
      await dialogOf(stage)
        .getByLabel(t('security.code'), { exact: true })
        .fill(wrong ? '000000' : code)
      await stage.held.made(twoStep)
    },
    'confirmSetUp: ok': stage => fates.answered(stage, twoStep),
    'confirmSetUp: AUTH_CODE_INVALID': stage => fates.answered(stage, twoStep),
    async 'confirmSetUp: TWO_STEP_EXISTS'(stage) {
      await made(stage, 'POST', twoStep, { code: nextCode(kho, stage.secret) })
      await fates.answered(stage, twoStep)
    },
    async 'confirmSetUp: TWO_STEP_NOT_BEGUN'(stage) {
      kho.pass(600_000)
      await fates.answered(stage, twoStep)
    },
    'confirmSetUp: UNAUTHORIZED': stage => fates.ended(stage, twoStep),
    'confirmSetUp: TOO_MANY_REQUESTS': stage => spendTheLimit(stage, 'POST', twoStep, { code: '000000' }),
    'confirmSetUp: NETWORK': stage => fates.offline(stage, twoStep),
    'confirmSetUp: unexpected': stage => fates.broken(stage, twoStep),

    'start over': stage => click(stage, 'security.beginAgain'),

    async 'submit proof'(stage, _, next) {
      const outcome = next && outcomeOf(next)
      const wrong = outcome === 'carryOut: AUTH_CODE_INVALID' || outcome === 'carryOut: PIN_INCORRECT'
      const { field, button } = wordsOf(stage.task)
      await dialogOf(stage)
        .getByLabel(t(field), { exact: true })
        .fill(wrong ? '000000' : proofOf(stage))
      if (confirmedByPin(stage)) await click(stage, button)
      await stage.held.made(carryOutPath(stage))
    },
    'carryOut: ok': stage => fates.answered(stage, carryOutPath(stage)),
    'carryOut: AUTH_CODE_INVALID': stage => fates.answered(stage, carryOutPath(stage)),
    async 'carryOut: PIN_BLOCKED'(stage) {
      await kho.blockPin(stage.email)
      await fates.answered(stage, carryOutPath(stage))
    },
    'carryOut: PIN_INCORRECT': stage => fates.answered(stage, carryOutPath(stage)),
    async 'carryOut: TWO_STEP_REQUIRED'(stage) {
      await made(stage, 'DELETE', twoStep, { code: stage.recoveryCodes[0] })
      await fates.answered(stage, carryOutPath(stage))
    },
    'carryOut: UNAUTHORIZED': stage => fates.ended(stage, carryOutPath(stage)),
    'carryOut: TOO_MANY_REQUESTS'(stage) {
      const [method, data] = wrongAttempt(stage)
      return spendTheLimit(stage, method, carryOutPath(stage), data)
    },
    'carryOut: NETWORK': stage => fates.offline(stage, carryOutPath(stage)),
    'carryOut: unexpected': stage => fates.broken(stage, carryOutPath(stage)),

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
      expect(await shownKey(stage)).toMatch(/^[A-Z2-7]{16,}$/)
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
