import { fireEvent, screen } from '@testing-library/react'
import { expect } from 'vitest'
import { named, type Person, places, type Sight } from './play.ts'
import { seenAround, seenForm } from './seen-form.ts'
import { seenRows } from './seen-rows.ts'
import { fill, press, toast } from './view-stage.tsx'

/** A person in front of the views. */
export const person: Person = {
  fill: async (label, text) => fill(label, text),
  press: async (name, role = 'button') => press(name, role),
  async check(label, checked = true) {
    const box = screen.getByLabelText<HTMLInputElement>(label, { exact: true })
    if (box.checked !== checked) fireEvent.click(box)
  },
}

/** The views show this. @throws if they do not */
export function see(sight: Sight): void {
  const seen = {
    screen: seenForm(places.screen),
    dialog: seenForm(places.dialog),
    rows: seenRows(),
    ...seenAround(),
    path: location.pathname,
    hash: location.hash,
    says: Object.fromEntries(
      Object.keys(sight.says ?? {}).map(text => [text, screen.queryAllByText(text).length > 0]),
    ),
    ...('toast' in sight && { toast: toast() ?? '' }),
  }
  expect(named(seen, sight)).toEqual(sight)
}
