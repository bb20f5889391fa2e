import type { FlowEvent } from '../../flows/kit/paths.ts'
import { pinMachine } from '../../machines/pin/machine.ts'
import { mailCodeIn } from '../support/mail.ts'
import { pinFlow } from './pin.flow.ts'
import { pinPlay } from './pin.play.ts'
import { describeFlowInBrowser } from './support/describe-flow-in-browser.ts'
import { startWorld } from './support/flow-setup.ts'
import { t } from './support/play.ts'
import { signedInPerson } from './support/security-stage.ts'
import { call, limitMs, made, type Stage as Person, pass, seeSignIn, spendTheLimit } from './support/stage.ts'

/** The same characters, composed and decomposed: two texts for the page, one pin for the server. */
const pin = 'Xuân'.normalize('NFC')
const samePin = pin.normalize('NFD')
const newPin = '1470'
const changing = '/user/change-pin'
const requesting = '/user/request-reset-pin'
const resetting = '/user/reset-pin'

type Stage = Person & {
  /** The code that was mailed last; empty where it does not count any more. */
  code: string
}

const world = startWorld()

async function open(_start: string, path: FlowEvent[]): Promise<Stage> {
  const { browser, kho } = world
  const stage = await signedInPerson(browser, kho, pin, path)
  const { page, held } = stage
  await page.goto(`${kho.url}/security`)
  await held.hold(page, [changing, requesting, resetting])
  await page.getByRole('button', { name: t('security.changePin') }).click()
  return { ...stage, code: '' }
}

/** The code of the next mail that has one: there are notices of wrong pins too. */
async function mailedCode({ email }: Stage): Promise<string> {
  for (;;) {
    const mail = await world.mail.next(email)
    if (/\b\d{6}\b/.test(mail.text)) return mailCodeIn(mail)
  }
}

async function requestElsewhere(stage: Stage) {
  await stage.kho.forgive()
  await made(stage, 'POST', requesting)
  stage.code = await mailedCode(stage)
}

const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

await describeFlowInBrowser('pin', pinMachine, pinFlow, {
  play: pinPlay,
  calls: { changePin: changing, requestCode: requesting, resetPin: resetting },
  open,
  close: ({ context }) => context.close(),
  viewed: true,
  events: {
    'submit change': (_stage, _event, { outcome, act }) =>
      act({
        pin: outcome === 'changePin: PIN_MISMATCH' ? '0000' : pin,
        newPin: outcome === 'changePin: PIN_REUSED' ? samePin : newPin,
      }),
    async 'changePin: PIN_BLOCKED'(stage, _, { act }) {
      await stage.kho.blockPin(stage.email)
      await act()
      await stage.kho.forgive()
    },
    'changePin: TOO_MANY_REQUESTS': stage =>
      spendTheLimit(stage, changing, () =>
        call(stage, 'PUT', changing, { data: { pin: '0000', new_pin: newPin } }),
      ),

    async 'request code'({ kho }, _, { act }) {
      await kho.forgive()
      await act()
    },
    async 'requestCode: ok'(stage, _, { act }) {
      await act()
      stage.code = await mailedCode(stage)
    },
    async 'requestCode: OTP_LIMIT'(stage, _, { act }) {
      await requestElsewhere(stage)
      await act()
    },
    async 'requestCode: MAIL_FAILED'(_stage, _event, { act }) {
      world.mail.refuse(true)
      await act()
      world.mail.refuse(false)
    },

    async 'submit reset'(stage, _, { outcome, act }) {
      if (stage.code === '') await requestElsewhere(stage)
      await act({
        code: outcome === 'resetPin: INVALID_TOKEN' ? wrongCode(stage.code) : stage.code,
        newPin: outcome === 'resetPin: PIN_REUSED' ? samePin : newPin,
      })
    },
    async 'resetPin: MAIL_CODE_EXPIRED'(stage, _, { act }) {
      stage.kho.pass(600_000)
      await act()
      stage.code = ''
    },
    'resetPin: TOO_MANY_REQUESTS': stage =>
      spendTheLimit(stage, resetting, () =>
        call(stage, 'PUT', resetting, { data: { code: wrongCode(stage.code), new_pin: newPin } }),
      ),

    'after resend time': stage => pass(stage, 60_000),
    'after code lifetime': stage => pass(stage, 600_000),
    'after waiting time': stage => pass(stage, limitMs),
  },
  states: {
    done: stage => made(stage, 'POST', '/user/confirm-identity', { pin: newPin }),
    signedOut: seeSignIn,
  },
})
