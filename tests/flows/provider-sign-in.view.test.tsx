// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { providerSignInMachine } from '../../machines/provider-sign-in/machine.ts'
import { ProviderReturn } from '../../src/sign-in/entry-chunks.ts'
import { owner } from '../machines/support/users.ts'
import { providerSignInFlow } from './provider-sign-in.flow.ts'
import { providerSignInPlay } from './provider-sign-in.play.ts'
import { describeFlowInView } from './support/describe-flow-in-view.tsx'
import { openApp } from './support/entry-view.tsx'

vi.mock('../../machines/actor.ts', () => import('./support/held-actors.ts'))

const left = vi.spyOn(location, 'replace').mockImplementation(() => undefined)

await describeFlowInView('provider-sign-in', providerSignInMachine, providerSignInFlow, {
  play: providerSignInPlay,
  async open(start) {
    left.mockClear()
    await ProviderReturn.preload()
    const { query, confirms } = providerSignInFlow.starts[start]!
    await openApp(`/sign-in/return/corp?${query}`, confirms ? owner : null)
    return {}
  },
  states: {
    completing: () => screen.getByRole('progressbar'),
    password: () => expect(location.search).toBe(''),
    refused: () => expect(location.search).toBe(''),
    done: () => expect(left).toHaveBeenCalledExactlyOnceWith('/dashboard'),
  },
})
