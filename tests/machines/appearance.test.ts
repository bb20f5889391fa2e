import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import {
  type AppearanceInput,
  appearanceMachine,
  selectLocale,
  selectTheme,
} from '../../machines/appearance/machine.ts'

function open(input: Partial<AppearanceInput> = {}) {
  const remembered: unknown[] = []
  const actor = createActor(
    appearanceMachine.provide({
      actions: {
        'remember theme': (_, params) => remembered.push(params),
        'remember locale': (_, params) => remembered.push(params),
      },
    }),
    { input: { theme: 'light', locale: 'en', ...input } },
  ).start()
  return { actor, remembered }
}

test('the theme and language of the last visit are there from the start, without being stored again', () => {
  const { actor, remembered } = open({ theme: 'dark', locale: 'vi' })
  expect([selectTheme(actor.getSnapshot()), selectLocale(actor.getSnapshot()), remembered]).toEqual([
    'dark',
    'vi',
    [],
  ])
})

test('a chosen theme or language is remembered; the one that is on already is not chosen again', () => {
  const { actor, remembered } = open()
  actor.send({ type: 'toggle theme' })
  actor.send({ type: 'choose locale', locale: 'en' })
  actor.send({ type: 'choose locale', locale: 'vi' })
  expect([selectTheme(actor.getSnapshot()), selectLocale(actor.getSnapshot())]).toEqual(['dark', 'vi'])
  actor.send({ type: 'toggle theme' })
  actor.send({ type: 'choose locale', locale: 'en' })
  expect([selectTheme(actor.getSnapshot()), selectLocale(actor.getSnapshot())]).toEqual(['light', 'en'])
  expect(remembered).toEqual([{ theme: 'dark' }, { locale: 'vi' }, { theme: 'light' }, { locale: 'en' }])
})

test('a language that is not one of ours is not chosen', () => {
  const { actor, remembered } = open()
  actor.send({ type: 'choose locale', locale: 'xx' as never })
  expect([selectLocale(actor.getSnapshot()), remembered]).toEqual(['en', []])
})
