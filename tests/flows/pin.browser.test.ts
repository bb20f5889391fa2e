import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect } from 'vitest'
import { pinMachine } from '../../machines/pin/machine.ts'
import { type MailServer, mailCodeIn, startMailServer } from '../support/mail.ts'
import { texts } from '../support/screens.ts'
import { sharedBrowser } from '../support/shared.ts'
import { pinFlow } from './pin.flow.ts'
import { describeFlowInBrowser } from './support/describe-flow-in-browser.ts'
import { type SeenDialog, seenDialog } from './support/dialog-page.ts'
import { type FlowConsole, startFlowConsole } from './support/flow-console.ts'
import { type FlowEvent, outcomeOf } from './support/paths.ts'
import { signedInPerson } from './support/security-stage.ts'
import {
  call,
  fates,
  limitMs,
  made,
  type Stage as Person,
  pass,
  seeSignIn,
  spendTheLimit,
} from './support/stage.ts'

const t = texts('en')
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

let browser: Browser
let mails: MailServer
let kho: FlowConsole

beforeAll(async () => {
  ;[browser, mails] = await Promise.all([sharedBrowser(), startMailServer()])
  kho = await startFlowConsole({ KHO_SMTP_URL: mails.url })
})
afterAll(async () => {
  await kho?.close()
  await mails?.stop()
})

async function open(_start: string, path: FlowEvent[]): Promise<Stage> {
  const stage = await signedInPerson(browser, kho, pin, path)
  const { page, held } = stage
  await page.goto(`${kho.url}/security`)
  await held.hold(page, [changing, requesting, resetting])
  await page.getByRole('button', { name: t('security.changePin') }).click()
  return { ...stage, code: '' }
}

async function fill({ page }: Stage, form: [label: string, text: string][]): Promise<void> {
  for (const [label, text] of form) {
    await page.getByRole('dialog').getByLabel(label, { exact: true }).fill(text)
  }
}

const click = async ({ page }: Stage, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

/** The code of the next mail that has one: there are notices of wrong pins too. */
async function mailedCode({ email }: Stage): Promise<string> {
  for (;;) {
    const mail = await mails.next(email)
    if (/\b\d{6}\b/.test(mail.text)) return mailCodeIn(mail)
  }
}

async function requestElsewhere(stage: Stage) {
  await kho.forgive()
  await made(stage, 'POST', requesting)
  stage.code = await mailedCode(stage)
}

const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

const { answered, offline, broken, ended } = fates

type Snapshot = Parameters<NonNullable<NonNullable<typeof pinFlow.states>[string]>>[0]

const fieldOf: Record<string, string> = {
  PIN_MISMATCH: t('security.currentPin'),
  PIN_REUSED: t('security.newPin'),
  INVALID_TOKEN: t('security.mailedCode'),
  MAIL_CODE_EXPIRED: t('security.mailedCode'),
}

/** What is read about the last attempt: above the form, or at its field. */
function told({ context: { failure } }: Snapshot): Pick<SeenDialog, 'messages' | 'wrong'> {
  if (!failure) return { messages: [], wrong: {} }
  const field = fieldOf[failure.code]
  if (field) return { messages: [], wrong: { [field]: t(`error.${failure.code}`) } }
  const message =
    failure.code === 'TOO_MANY_REQUESTS'
      ? 'Too many attempts. Try again in'
      : `${t(`error.${failure.code}`)}${failure.code === 'UNKNOWN_ERROR' ? 'Request ' : ''}`
  return { messages: [expect.stringContaining(message)], wrong: {} }
}

const isResending = (snapshot: Snapshot) => snapshot.matches({ recovering: 'entering' })

async function see({ page }: Stage, expected: SeenDialog) {
  await expect.poll(() => seenDialog(page)).toEqual(expected)
}

const change = (state: SeenDialog['state']) => (stage: Stage, snapshot: Snapshot) =>
  see(stage, {
    title: t('security.changePin'),
    button: t('security.changePin'),
    state,
    ...told(snapshot),
  })

const offer = (state: SeenDialog['state']) => (stage: Stage, snapshot: Snapshot) =>
  see(stage, {
    title: t('security.recoverTitle'),
    button: t('security.sendCode'),
    state,
    ...told(snapshot),
  })

/** The form for the mailed code; three regions of the chart speak in it. */
async function recovery(stage: Stage, snapshot: Snapshot) {
  const inForm = (form: 'editing' | 'submitting' | 'locked') =>
    snapshot.matches({ recovering: { entering: { form } } })
  const inResend = (resend: 'waiting' | 'allowed' | 'sending') =>
    snapshot.matches({ recovering: { entering: { resend } } })
  const expired = snapshot.matches({ recovering: { entering: { code: 'expired' } } })
  const about = told(snapshot)
  const openForm = inForm('editing') && !expired && !inResend('sending')
  const saysExpired = expired && snapshot.context.failure === null
  await see(stage, {
    title: t('security.recoverTitle'),
    button: t('security.setNewPin'),
    state: inForm('submitting') ? 'busy' : openForm ? 'ready' : 'disabled',
    messages: saysExpired ? [t('security.codeExpired')] : about.messages,
    wrong: about.wrong,
  })
  const dialog = stage.page.getByRole('dialog')
  const resend = dialog.getByRole('button', { name: t('security.resend'), exact: true })
  if (inResend('waiting')) {
    await dialog.getByText('Send another code in').waitFor()
    await resend.waitFor({ state: 'detached' })
  } else if (inResend('sending')) {
    await dialog.locator('button[type=button][aria-busy=true]').waitFor()
  } else {
    await expect.poll(() => resend.isEnabled()).toBe(inForm('editing'))
  }
}

await describeFlowInBrowser('pin', pinMachine, pinFlow, {
  open,
  close: ({ context }) => context.close(),
  viewed: true,
  events: {
    async 'submit change'(stage, _, { next }) {
      const outcome = next && outcomeOf(next)
      const wanted = outcome === 'changePin: PIN_REUSED' ? samePin : newPin
      await fill(stage, [
        [t('security.currentPin'), outcome === 'changePin: PIN_MISMATCH' ? '0000' : pin],
        [t('security.newPin'), wanted],
        [t('security.confirmNewPin'), wanted],
      ])
      await click(stage, t('security.changePin'))
      await stage.held.made(changing)
    },
    'changePin: ok': answered(changing),
    'changePin: PIN_MISMATCH': answered(changing),
    async 'changePin: PIN_BLOCKED'(stage) {
      await kho.blockPin(stage.email)
      await stage.held.meet(changing, 'answered')
      await kho.forgive()
    },
    'changePin: PIN_REUSED': answered(changing),
    'changePin: UNAUTHORIZED': ended(changing),
    'changePin: TOO_MANY_REQUESTS': stage =>
      spendTheLimit(stage, changing, () =>
        call(stage, 'PUT', changing, { data: { pin: '0000', new_pin: newPin } }),
      ),
    'changePin: NETWORK': offline(changing),
    'changePin: unexpected': broken(changing),

    'forgot pin': stage => click(stage, t('security.forgotPin')),
    'remember pin': stage => click(stage, t('security.rememberPin')),

    async 'request code'(stage, _, { before }) {
      await kho.forgive()
      await click(stage, t(isResending(before) ? 'security.resend' : 'security.sendCode'))
      await stage.held.made(requesting)
    },
    async 'requestCode: ok'(stage) {
      await stage.held.meet(requesting, 'answered')
      stage.code = await mailedCode(stage)
    },
    async 'requestCode: OTP_LIMIT'(stage) {
      await requestElsewhere(stage)
      await stage.held.meet(requesting, 'answered')
    },
    async 'requestCode: MAIL_FAILED'(stage) {
      mails.refuse(true)
      await stage.held.meet(requesting, 'answered')
      mails.refuse(false)
    },
    'requestCode: UNAUTHORIZED': ended(requesting),
    'requestCode: NETWORK': offline(requesting),
    'requestCode: unexpected': broken(requesting),

    async 'submit reset'(stage, _, { next }) {
      const outcome = next && outcomeOf(next)
      const wrong = outcome === 'resetPin: INVALID_TOKEN'
      if (stage.code === '') await requestElsewhere(stage)
      const wanted = outcome === 'resetPin: PIN_REUSED' ? samePin : newPin
      await fill(stage, [
        [t('security.mailedCode'), wrong ? wrongCode(stage.code) : stage.code],
        [t('security.newPin'), wanted],
        [t('security.confirmNewPin'), wanted],
      ])
      await click(stage, t('security.setNewPin'))
      await stage.held.made(resetting)
    },
    'resetPin: ok': answered(resetting),
    'resetPin: INVALID_TOKEN': answered(resetting),
    'resetPin: PIN_REUSED': answered(resetting),
    async 'resetPin: MAIL_CODE_EXPIRED'(stage) {
      kho.pass(600_000)
      await stage.held.meet(resetting, 'answered')
      stage.code = ''
    },
    'resetPin: UNAUTHORIZED': ended(resetting),
    'resetPin: TOO_MANY_REQUESTS': stage =>
      spendTheLimit(stage, resetting, () =>
        call(stage, 'PUT', resetting, { data: { code: wrongCode(stage.code), new_pin: newPin } }),
      ),
    'resetPin: NETWORK': offline(resetting),
    'resetPin: unexpected': broken(resetting),

    'after resend time': stage => pass(stage, 60_000),
    'after code lifetime': stage => pass(stage, 600_000),
    'after waiting time': stage => pass(stage, limitMs),
  },
  states: {
    'changing.editing': change('ready'),
    'changing.submitting': change('busy'),
    'changing.locked': change('disabled'),
    'changing.blocked': change('disabled'),
    'recovering.offering': offer('ready'),
    'recovering.requesting': offer('busy'),
    'recovering.entering.resend.waiting': recovery,
    'recovering.entering.resend.allowed': recovery,
    'recovering.entering.resend.sending': recovery,
    'recovering.entering.code.counting': recovery,
    'recovering.entering.code.expired': recovery,
    'recovering.entering.form.editing': recovery,
    'recovering.entering.form.submitting': recovery,
    'recovering.entering.form.locked': recovery,
    async done(stage) {
      await stage.page.getByRole('dialog').waitFor({ state: 'detached' })
      await stage.page.getByText(t('security.toast.pinChanged')).waitFor()
      await made(stage, 'POST', '/user/confirm-identity', { pin: newPin })
    },
    signedOut: seeSignIn,
  },
})
