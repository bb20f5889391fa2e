import { useActorRef, useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { AroundNavHandler, BaseLocationHook } from 'wouter'
import { useBrowserLocation } from 'wouter/use-browser-location'
import { type EventObject, fromCallback, type NonReducibleUnknown } from 'xstate'
import {
  type Exit,
  type LeaveEvent,
  leaveGuardMachine,
  selectIsAsking,
} from '../../machines/leave-guard/machine.ts'
import { changeHistory, screenState } from './overlays.ts'

/** A guard that keeps the page: the path of its screen, and a function that asks. */
type Guard = { path: string; ask: (go: Exit) => void }

/** The topmost guard asks: the last one, as a dialog is above a form. */
const guards: Guard[] = []

/** Runs `go`, which ends the screen, or first asks for confirmation if that would lose something. */
export function beforeLeaving(go: Exit): void {
  const guard = guards.at(-1)
  if (guard) guard.ask(go)
  else go()
}

/** Navigates, or first asks for confirmation if that would lose something. For the router of the console. */
export const askBeforeLeaving: AroundNavHandler = (navigate, to, options) => {
  const go = () =>
    changeHistory(() => navigate(to, { ...options, state: screenState(options?.state ?? null) }))
  if (new URL(to, location.href).pathname === guards.at(-1)?.path) go()
  else beforeLeaving(go)
}

/**
 * The path of the current screen. For the router of the console: browsers report their back button only after leaving,
 * and the screen must still be there to ask.
 */
export const useHeldLocation: BaseLocationHook = options => {
  const [path, navigate] = useBrowserLocation(options)
  return [guards.at(-1)?.path ?? path, navigate]
}

/** Keeps the page from being left by links or the browser's back button, or being closed. */
const guardPage = fromCallback<EventObject, NonReducibleUnknown, LeaveEvent>(({ sendBack }) => {
  const { href, pathname } = location
  const guard: Guard = { path: pathname, ask: go => sendBack({ type: 'leave', go }) }
  const closing = (event: Event) => event.preventDefault()
  const back = () => {
    if (guards.at(-1) !== guard || location.pathname === pathname) return
    history.pushState(null, '', href)
    guard.ask(() => changeHistory(() => history.back()))
  }
  guards.push(guard)
  addEventListener('beforeunload', closing)
  addEventListener('popstate', back)
  return () => {
    guards.splice(guards.indexOf(guard), 1)
    removeEventListener('beforeunload', closing)
    removeEventListener('popstate', back)
  }
})

const machine = leaveGuardMachine.provide({
  actors: { guardPage },
  // XState stops a left state's actors after its actions: the guard must be gone before.
  actions: { go: (_, { go }) => queueMicrotask(go) },
})

export type Leaving = {
  /** Whether the question is open. */
  asking: boolean
  /** Leaves, discarding the changes. */
  discard: () => void
  stay: () => void
  /** Runs `go`, which loses unsaved input, or first asks for confirmation if there is any. */
  ask: (go: Exit) => void
}

/** Asks before leaving the screen while something on it is `unsaved`. */
export function useLeaving(unsaved: boolean): Leaving {
  const guard = useActorRef(machine)
  useEffect(() => guard.send({ type: unsaved ? 'guard' : 'release' }), [guard, unsaved])
  return {
    asking: useSelector(guard, selectIsAsking),
    ask: go => guard.send({ type: 'leave', go }),
    stay: () => guard.send({ type: 'stay' }),
    discard: () => guard.send({ type: 'discard' }),
  }
}
