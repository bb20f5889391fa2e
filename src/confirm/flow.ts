import { useActorRef } from '@xstate/react'
import { useEffect, useMemo, useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import { ssoTexts } from '../../languages/screen-texts.ts'
import { actor } from '../../machines/actor.ts'
import {
  type Confirmation,
  confirmIdentityMachine,
  type Leaving,
  type MethodRead,
  type Purpose,
  type TicketRequest,
} from '../../machines/confirm-identity/machine.ts'
import { selectConfirmed } from '../../machines/confirm-identity/selectors.ts'
import { api } from '../api/client.ts'
import { mayHavePasskeys } from '../api/passkey-support.ts'
import { result } from '../api/result.ts'
import { useFlowEnd } from '../forms/flow-end.ts'
import { addMessages } from '../i18n/text.ts'
import { noteConfirmed } from './at-hand.ts'
import { keptTicket, noteDeparture, spendTicket } from './round-trip.ts'

export async function loadMethod(): Promise<MethodRead['output']> {
  const outcome = await result(api.GET('/user/method-security'))
  if (!outcome.ok) return outcome
  const { method, passkeys, provider } = outcome.data
  if (provider !== null) await addMessages(ssoTexts)
  return {
    ok: true,
    ...{ method, provider, passkeys: passkeys > 0 && mayHavePasskeys() },
    ticket: provider === null ? null : keptTicket(),
  }
}

/** Leaves the page for the provider, which leads back to it: see `round-trip.ts`. */
export async function leaveForProvider(): Promise<Leaving['output']> {
  const outcome = await result(api.POST('/user/confirm-identity/provider/begin'))
  if (!outcome.ok) return outcome
  noteDeparture()
  location.assign(outcome.data.url)
  return { ok: true }
}

/** Has the browser ask for one of the user's passkeys. `signal` ends that. */
export async function askForTicket(_: unknown, signal: AbortSignal): Promise<TicketRequest['output']> {
  const begun = await result(api.POST('/user/confirm-identity/passkey/begin', { signal }))
  if (!begun.ok) return begun
  const loaded = await import('../api/authenticator.ts').catch(() => null)
  if (!loaded) return { ok: false, code: 'NETWORK' }
  const answer = await loaded.askForPasskey(begun.data, signal)
  if (!answer) return { ok: true, pin: null }
  if (!answer.ok) return answer
  const outcome = await result(api.POST('/user/confirm-identity/passkey', { body: answer.data, signal }))
  return outcome.ok ? { ok: true, pin: outcome.data.pin } : outcome
}

export async function confirmSession({ pin }: Confirmation['input']): Promise<Confirmation['output']> {
  const outcome = await result(api.POST('/user/confirm-identity', { body: { pin } }))
  if (outcome.ok) noteConfirmed(outcome.data)
  return outcome
}

/** Like `confirm`; a ticket of a sign-in at the provider that is refused has expired. */
async function confirmOnce(
  confirm: Options['confirm'],
  input: Confirmation['input'],
): Promise<Confirmation['output']> {
  const isTicket = spendTicket(input.pin)
  const outcome = await confirm(input)
  const expired = isTicket && !outcome.ok && outcome.code === 'PIN_INCORRECT'
  return expired ? { ok: false, code: 'SSO_TIMED_OUT' } : outcome
}

export type ConfirmFlow = ActorRefFrom<typeof confirmIdentityMachine>

type Options = {
  purpose: Purpose
  /** Checks PIN or code, and runs the confirmed act, if any. */
  confirm: (input: Confirmation['input']) => Promise<Confirmation['output']>
  /** The dialog is closed. */
  onEnd: (confirmed: boolean) => void
}

/** Runs the flow while its dialog is open. Uses the `confirm` of the first render. */
export function useConfirmFlow({ purpose, confirm, onEnd }: Options): ConfirmFlow {
  const [machine] = useState(() =>
    confirmIdentityMachine.provide({
      actors: {
        loadMethod: actor(loadMethod),
        askForTicket: actor(askForTicket),
        leaveForProvider: actor(leaveForProvider),
        confirm: actor(input => confirmOnce(confirm, input)),
      },
    }),
  )
  const flow = useActorRef(machine, { input: { purpose } })
  useFlowEnd(flow, selectConfirmed, onEnd)
  useEffect(() => {
    const shown = () => flow.send({ type: 'page shown' })
    addEventListener('pageshow', shown)
    return () => removeEventListener('pageshow', shown)
  }, [flow])
  return flow
}

export function useConfirmEvents(flow: ConfirmFlow) {
  return useMemo(
    () => ({
      leaveForProvider: () => flow.send({ type: 'use provider' }),
      askForPasskey: () => flow.send({ type: 'use passkey' }),
      submit: (pin: string) => flow.send({ type: 'submit', pin }),
      retry: () => flow.send({ type: 'retry' }),
      cancel: () => flow.send({ type: 'cancel' }),
    }),
    [flow],
  )
}
