import { expect, test } from 'vitest'
import { causeOf } from '../../flows/chart.ts'
import { words } from '../../flows/words.ts'

const { en: english, vi: vietnamese } = words

/** Every text by its place; those with values of the same two. */
function textsIn(value: unknown, place = ''): [string, string][] {
  if (typeof value === 'string') return [[place, value]]
  if (typeof value === 'function') return [[place, value('<1>', '<2>')]]
  return Object.entries(value as object).flatMap(([name, each]) => textsIn(each, `${place}.${name}`))
}

test('the flows page says nothing alike in English and Vietnamese, and names the same things', () => {
  const [all, translated] = [textsIn(english), textsIn(vietnamese)]
  expect(translated.map(([place]) => place)).toEqual(all.map(([place]) => place))
  const alike = all.filter(([, text], at) => text === translated[at]![1]).map(([place]) => place)
  expect(alike).toEqual(['.fact'])
  const named = (texts: [string, string][]) =>
    texts.map(([, text]) => text.match(/<\d>/g)?.sort().join() ?? '')
  expect(named(translated)).toEqual(named(all))
})

test.each([
  ['xstate.after.15000.upload.sending', 'after 15 s', 'sau 15 s'],
  ['xstate.done.actor.signIn', 'signIn is done', 'signIn xong'],
  ['xstate.error.actor.signIn', 'signIn fails', 'signIn lỗi'],
  ['xstate.done.state.upload.parts', 'is done', 'xong'],
  ['', 'always', 'luôn luôn'],
  ['*', 'any other event', 'sự kiện khác'],
  ['submit pin', 'submit pin', 'submit pin'],
])('what waits for "%s" is said in both languages', (event, label, said) => {
  expect([causeOf(event).label, causeOf(event, vietnamese).label]).toEqual([label, said])
})

test.each([
  ['(hidden)', '(đã ẩn)'],
  ['1 item', '1 mục'],
  ['12 items', '12 mục'],
  ['RATE_LIMITED', 'RATE_LIMITED'],
])('the fact %s of a live step is said in Vietnamese', (text, said) => {
  expect([english.fact(text), vietnamese.fact(text)]).toEqual([text, said])
})
