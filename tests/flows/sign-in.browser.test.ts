import type { FlowEvent } from '../../flows/kit/paths.ts'
import type { AuthenticateOutput } from '../../machines/authenticate/machine.ts'
import { signInMachine } from '../../machines/sign-in/machine.ts'
import type { CurrentUser } from '../../openapi/schema.ts'
import { owner } from '../machines/support/users.ts'
import { keptName } from '../support/kept-name.ts'
import { signInFlow } from './sign-in.flow.ts'
import { signInPlay } from './sign-in.play.ts'
import { describeFlowInBrowser } from './support/describe-flow-in-browser.ts'
import { openEntry, resetPassword, seeBuckets, signInBy } from './support/entry-stage.ts'
import { startWorld } from './support/flow-setup.ts'
import { personAt } from './support/person-in-browser.ts'
import { t } from './support/play.ts'
import {
  addPerson,
  call,
  fates,
  limitMs,
  made,
  newPassword,
  pass,
  password,
  pin,
  type Stage,
  samePassword,
  spendTheLimit,
} from './support/stage.ts'

const changing = '/user/change-password'
const setting = '/user/init-pin'
const leaving = '/auth/logout'

const world = startWorld()

/** Somebody who has to do at sign-in what this user has to. */
const addUser = (user: CurrentUser) =>
  addPerson(world.kho, { pin: user.pin_exists ? pin : null, firstPassword: user.require_change_pass })

async function open(start: string, path: FlowEvent[]): Promise<Stage> {
  const stage = await openEntry(world.browser, world.kho, path)
  const { user, notice } = signInFlow.starts[start] ?? {}
  stage.email = await addUser(user ?? owner)
  if (user) {
    await signInBy(stage.page, stage.email, password)
    await stage.page.getByLabel(t('auth.email')).waitFor({ state: 'detached' })
    await stage.page.reload()
  }
  if (notice === 'password reset') await resetPassword(stage, world.mail)
  await stage.held.hold(stage.page, [changing, setting, leaving])
  return stage
}

/** Another tab tells that it has done a step. */
async function tellUserChanged({ context, kho }: Stage) {
  const other = await context.newPage()
  await other.goto(`${kho.url}/api/health`)
  await other.evaluate(name => new BroadcastChannel(name).postMessage(null), await keptName(other, 'session'))
  await other.close()
}

const weak = (body: object) => ({ sending: () => JSON.stringify(body) })

await describeFlowInBrowser('sign-in', signInMachine, signInFlow, {
  play: signInPlay,
  calls: { changePassword: changing, initPin: setting, signOut: leaving },
  open,
  close: ({ context }) => context.close(),
  viewed: true,
  good: ['authenticate: done (3)', 'changePassword: ok', 'initPin: ok'],
  events: {
    async 'authenticate: done'(stage, { output }) {
      stage.email = await addUser((output as AuthenticateOutput).user)
      await signInBy(stage.page, stage.email, password)
    },

    'submit password change': (_stage, _event, { outcome, act }) =>
      act({
        currentPassword: outcome === 'changePassword: CURRENT_PASSWORD_INCORRECT' ? 'Wrong#2026' : password,
        newPassword: outcome === 'changePassword: PASSWORD_REUSED' ? samePassword : newPassword,
      }),
    'changePassword: INVALID_REQUEST': ({ held }) =>
      held.meet(changing, weak({ current_password: password, new_password: 'short' })),
    'changePassword: TOO_MANY_REQUESTS': stage =>
      spendTheLimit(stage, changing, () =>
        call(stage, 'PUT', changing, {
          data: { current_password: 'Wrong#2026', new_password: newPassword },
        }),
      ),

    async 'initPin: PIN_EXISTS'(stage, _, { act }) {
      await made(stage, 'PUT', setting, { pin: '1379' })
      await act()
    },
    'initPin: INVALID_REQUEST': ({ held }) => held.meet(setting, weak({ pin: '1' })),

    async 'sign out'({ held }, _, { act }) {
      held.forget()
      await act()
    },
    'signOut: unexpected': fates.offline(leaving),

    async 'user changed'(stage, _, { before }) {
      stage.held.forget()
      if (before.context.required?.[0] === 'pinSetUp') await made(stage, 'PUT', setting, { pin: '1379' })
      else await made(stage, 'PUT', changing, { current_password: password, new_password: newPassword })
      await tellUserChanged(stage)
    },
    async 'signed out'({ context, held, kho }) {
      held.forget()
      const other = await context.newPage()
      await other.goto(kho.url)
      await personAt(other).press(t('auth.otherAccount'))
      await other.getByLabel(t('auth.email')).waitFor()
      await other.close()
    },
    'after waiting time': stage => pass(stage, limitMs),
  },
  states: { done: seeBuckets },
})
