import { expect } from 'vitest'
import type { FlowEvent } from '../../flows/kit/paths.ts'
import { type TwoStepTask, twoStepMachine } from '../../machines/two-step/machine.ts'
import type { MethodSecurity } from '../../openapi/schema.ts'
import type { MessageId } from '../../src/i18n/messages.ts'
import { describeFlowInBrowser } from './support/describe-flow-in-browser.ts'
import { startWorld } from './support/flow-setup.ts'
import { t } from './support/play.ts'
import { nextCode, signedInPerson, switchOn } from './support/security-stage.ts'
import {
  call,
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
import { confirmedByPin, twoStepPlay } from './two-step.play.ts'

const twoStep = '/user/two-step-verification'
const changeMethod = '/user/change-method-pin'
const renew = '/user/recovery-codes'

type Stage = Person & {
  task: TwoStepTask
  /** The secret of the app, as soon as there is one. */
  secret: string
  recoveryCodes: string[]
}

const world = startWorld()

/** Presses what on the page begins the task. */
async function begin({ page }: Person, task: TwoStepTask): Promise<void> {
  if (task.name === 'switch on' || task.name === 'switch off') {
    await page.getByRole('switch', { name: t('security.twoStep') }).click()
  } else {
    const begin: MessageId =
      task.name === 'renew codes'
        ? 'security.renewCodes'
        : task.method === 'pin'
          ? 'security.usePin'
          : 'security.useCode'
    await page.getByRole('button', { name: t(begin), exact: true }).click()
  }
}

async function open(start: string, path: FlowEvent[]): Promise<Stage> {
  const { browser, kho } = world
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

const runTaskPath = ({ task }: Pick<Stage, 'task'>) =>
  task.name === 'change method' ? changeMethod : task.name === 'renew codes' ? renew : twoStep

/** What proves who asks: the pin, or a code that was not used yet. */
const proofOf = ({ kho, task, secret }: Stage) => (confirmedByPin(task) ? pin : nextCode(kho, secret))

function attemptWrongly(stage: Stage) {
  const { task } = stage
  const path = runTaskPath(stage)
  if (task.name === 'switch off') return call(stage, 'DELETE', path, { data: { code: '000000' } })
  if (task.name === 'renew codes') return call(stage, 'POST', path, { data: { code: '000000' } })
  const method = task.name === 'change method' ? task.method : 'pin'
  return call(stage, 'PUT', path, { data: { method, pin: '000000' } })
}

/** The key that the page shows for typing, without the gaps. */
async function shownKey(stage: Stage): Promise<string> {
  const key = dialogOf(stage).getByRole('group', { name: t('security.keyLabel') })
  return ((await key.textContent()) ?? '').replace(/\s/g, '')
}

async function newRecoveryCodes(stage: Stage): Promise<void> {
  const list = dialogOf(stage).getByRole('list', { name: t('security.recoveryCodes') })
  const codes = list.getByRole('listitem')
  const ten = Array.from({ length: 10 }, () => expect.stringMatching(/^\w{5}-\w{5}$/))
  await expect.poll(() => codes.allTextContents()).toEqual(ten)
  await expect.poll(() => codes.allTextContents()).not.toEqual(stage.recoveryCodes)
}

/** What the server says after a task that was done. */
function securityAfter(task: TwoStepTask): MethodSecurity {
  const security: MethodSecurity = {
    ...{
      method: 'pin',
      provider: null,
      pin_exists: true,
      two_step: true,
      two_step_required: false,
      passkeys: 0,
    },
    ...{ required_by_operator: false, sso: 'none', sso_required: false, recovery_codes_left: 10 },
  }
  if (task.name === 'switch off') return { ...security, two_step: false, recovery_codes_left: 0 }
  return task.name === 'change method' ? { ...security, method: task.method } : security
}

await describeFlowInBrowser('two-step', twoStepMachine, twoStepFlow, {
  play: twoStepPlay,
  calls: { beginSetUp: twoStep, confirmSetUp: twoStep, runTask: runTaskPath },
  open,
  close: ({ context }) => context.close(),
  viewed: true,
  events: {
    'submit password': (_stage, _event, { outcome, act }) =>
      act({ password: outcome === 'beginSetUp: CURRENT_PASSWORD_INCORRECT' ? 'Wrong#2026' : password }),
    'beginSetUp: TWO_STEP_EXISTS': (stage, _, { act }) =>
      stage.kho.meanwhile(stage.email, async () => {
        await switchOn(stage)
        await act()
      }),
    'beginSetUp: TOO_MANY_REQUESTS': stage =>
      spendTheLimit(stage, twoStep, () => call(stage, 'PUT', twoStep, { data: { password: 'Wrong#2026' } })),

    async 'submit code'(stage, _, { outcome, act }) {
      stage.secret = await shownKey(stage)
      const code = nextCode(stage.kho, stage.secret)
      await act({ code: outcome === 'confirmSetUp: AUTH_CODE_INVALID' ? '000000' : code })
    },
    'confirmSetUp: TWO_STEP_EXISTS': (stage, _, { act }) =>
      stage.kho.meanwhile(stage.email, async () => {
        await made(stage, 'POST', twoStep, { code: nextCode(stage.kho, stage.secret) })
        await act()
      }),
    async 'confirmSetUp: TWO_STEP_NOT_BEGUN'({ kho }, _, { act }) {
      kho.pass(600_000)
      await act()
    },
    'confirmSetUp: TOO_MANY_REQUESTS': stage =>
      spendTheLimit(stage, twoStep, () => call(stage, 'POST', twoStep, { data: { code: '000000' } })),

    'submit proof': (stage, _, { outcome, act }) =>
      act({ proof: /AUTH_CODE_INVALID|PIN_INCORRECT/.test(outcome ?? '') ? '000000' : proofOf(stage) }),
    async 'runTask: PIN_BLOCKED'({ kho, email }, _, { act }) {
      await kho.blockPin(email)
      await act()
      await kho.forgive()
    },
    'runTask: TWO_STEP_REQUIRED': (stage, _, { act }) =>
      stage.kho.meanwhile(stage.email, async () => {
        await made(stage, 'DELETE', twoStep, { code: stage.recoveryCodes[0] })
        await act()
      }),
    'runTask: TOO_MANY_REQUESTS': stage =>
      spendTheLimit(stage, runTaskPath(stage), () => attemptWrongly(stage)),

    'after waiting time': stage => pass(stage, limitMs),
  },
  states: {
    async 'code.editing'(stage) {
      await dialogOf(stage)
        .getByRole('img', { name: t('security.qr') })
        .waitFor()
      await expect.poll(() => shownKey(stage)).toMatch(/^[A-Z2-7]{16,}$/)
    },
    'showingRecoveryCodes.unacknowledged': newRecoveryCodes,
    'showingRecoveryCodes.acknowledged': newRecoveryCodes,
    async done(stage) {
      const { page, task } = stage
      expect(await made(stage, 'GET', '/user/method-security')).toEqual(securityAfter(task))
      const checked = task.name !== 'switch off'
      await page.getByRole('switch', { name: t('security.twoStep'), checked }).waitFor()
    },
    signedOut: seeSignIn,
  },
})
