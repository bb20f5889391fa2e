import { useActorRef, useSelector } from '@xstate/react'
import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { actor } from '../../machines/actor.ts'
import {
  type Completion,
  type LinkAttempt,
  type ProviderCodeAttempt,
  providerSignInMachine,
} from '../../machines/provider-sign-in/machine.ts'
import { apiFailingFast } from '../api/client.ts'
import { result } from '../api/result.ts'
import { departure, keepTicket } from '../confirm/round-trip.ts'
import { keepTokens, verifyCode } from '../session/authenticate/flow.ts'
import { navigate } from '../shell/navigate.ts'
import { showToast } from '../shell/toast.ts'
import { addressOf, pathOf } from '../site/base-path.ts'

/** `signal` aborts when the page is left: a late response must not open a session. */
export async function complete(
  { confirms, ...body }: Completion['input'],
  signal: AbortSignal,
): Promise<Completion['output']> {
  if (confirms) return confirm(body.query, signal)
  const outcome = await result(apiFailingFast.POST('/auth/sso/complete', { body, signal }))
  if (!outcome.ok) return outcome
  const { data } = outcome
  const returnTo = data.return_to
  if ('challenge' in data) return { ok: true, returnTo, challenge: data }
  if ('link' in data) return { ok: true, returnTo, offer: { link: data.link, email: data.email } }
  signal.throwIfAborted()
  keepTokens(data)
  return { ok: true, returnTo, signedIn: true }
}

async function confirm(query: string, signal: AbortSignal): Promise<Completion['output']> {
  const outcome = await result(
    apiFailingFast.POST('/user/confirm-identity/provider', { body: { query }, signal }),
  )
  if (!outcome.ok) return outcome
  keepTicket(outcome.data)
  return { ok: true, returnTo: departure(), confirmed: true }
}

/** Like `complete`. */
export async function link(body: LinkAttempt['input'], signal: AbortSignal): Promise<LinkAttempt['output']> {
  const outcome = await result(apiFailingFast.POST('/auth/sso/link', { body, signal }))
  if (!outcome.ok) return outcome
  if ('challenge' in outcome.data) return { ok: true, challenge: outcome.data }
  signal.throwIfAborted()
  keepTokens(outcome.data)
  return { ok: true, signedIn: true }
}

async function code(
  body: ProviderCodeAttempt['input'],
  signal: AbortSignal,
): Promise<ProviderCodeAttempt['output']> {
  const outcome = await verifyCode(body, signal)
  return outcome.ok ? { ok: true, signedIn: true } : outcome
}

const machine = providerSignInMachine.provide({
  actors: { complete: actor(complete), link: actor(link), verifyCode: actor(code) },
  actions: {
    // The page is loaded anew: it reads who is signed in now, whoever was before.
    'enter the console': (_, { address }) => location.replace(addressOf(address)),
    // Not anew: what confirms is in memory.
    'go back confirmed'(_, { address }) {
      navigate(address, { replace: true })
      showToast('sso.confirmed.toast')
    },
  },
})

/** Takes the provider's answer out of the address, where the history and extensions would read it. */
function takeAnswer(): Completion['input'] {
  const [, provider = ''] = /^\/sign-in\/return\/([^/]*)$/.exec(pathOf(location.pathname)) ?? []
  const query = location.search.slice(1)
  if (query) history.replaceState(null, '', location.pathname)
  const confirms = new URLSearchParams(query).get('state')?.startsWith('confirm.') ?? false
  return { provider, query, confirms }
}

const Flow = createContext<ActorRefFrom<typeof providerSignInMachine> | null>(null)

export function ProviderSignInFlow({ children }: { children: ReactNode }) {
  const [input] = useState(takeAnswer)
  return <Flow value={useActorRef(machine, { input })}>{children}</Flow>
}

function useFlow() {
  const flow = use(Flow)
  if (!flow) throw new Error('A form of the sign-in at a provider is shown outside of it')
  return flow
}

export function useProviderSignIn<Value>(
  selector: (snapshot: SnapshotFrom<typeof providerSignInMachine>) => Value,
): Value {
  return useSelector(useFlow(), selector)
}

export function useProviderSignInEvents() {
  const flow = useFlow()
  return useMemo(
    () => ({
      submitPassword: (password: string) => flow.send({ type: 'submit password', password }),
      submitCode: (code: string) => flow.send({ type: 'submit code', code }),
    }),
    [flow],
  )
}
