// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { useSelector } from '@xstate/react'
import { expect, vi } from 'vitest'
import type { FlowEvent } from '../../flows/kit/paths.ts'
import { finderMachine } from '../../machines/finder/machine.ts'
import { isPath } from '../../machines/finder/rules.ts'
import {
  selectBusy,
  selectFailure,
  selectIsOpen,
  selectRows,
  selectText,
} from '../../machines/finder/selectors.ts'
import { FinderField } from '../../src/finder/finder-field.tsx'
import { useFinder, useFinderEvents } from '../../src/finder/flow.ts'
import { Palette } from '../../src/finder/palette.tsx'
import { finderFlow, known } from './finder.flow.ts'
import { describeFlowInView } from './support/describe-flow-in-view.tsx'
import { t } from './support/play.ts'
import { fill, press, show } from './support/view-stage.tsx'

vi.mock('../../machines/actor.ts', () => import('./support/held-actors.ts'))

type Snapshot = Parameters<typeof selectRows>[0]

function Finder() {
  const flow = useFinder(() => undefined)
  const { open, close } = useFinderEvents(flow)
  return (
    <>
      <button type="button" onClick={() => open(known)}>
        Open
      </button>
      <Palette
        open={useSelector(flow, selectIsOpen)}
        onClose={close}
        onExited={() => undefined}
        title={t('finder.title')}
      >
        <FinderField flow={flow} />
      </Palette>
    </>
  )
}

const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: t('finder.placeholder') })
const options = () => [...document.querySelectorAll<HTMLElement>('[role=listbox] [role=option]')]

/** What the field says, its lines with what they are, and the last failure. */
const seen = () => ({
  text: field().value,
  busy: field().getAttribute('aria-busy'),
  lines: options().map(({ textContent }) => textContent),
  active: options().findIndex(({ id }) => id === field().getAttribute('aria-activedescendant')),
  alerts: screen.queryAllByRole('alert').map(({ textContent }) => textContent),
})

const status = () => [...document.querySelectorAll('[role=status]')].map(({ textContent }) => textContent)

function look(snapshot: Snapshot): void {
  const failure = selectFailure(snapshot)
  const rows = selectRows(snapshot)
  expect(seen()).toEqual({
    ...{ text: selectText(snapshot), busy: String(selectBusy(snapshot)) },
    lines: rows.map(({ kind, name }) => name + t(`finder.kind.${kind}`)),
    active: rows.length > 0 ? 0 : -1,
    alerts: failure ? [expect.stringContaining(t('finder.failed'))] : [],
  })
}

await describeFlowInView('finder', finderMachine, finderFlow, {
  open: () => show(<Finder />),
  events: {
    open: () => press('Open'),
    close: () => void fireEvent.keyDown(field(), { key: 'Escape' }),
    type: (_, event) => fill(t('finder.placeholder'), (event as FlowEvent & { text: string }).text),
    enter: () => void fireEvent.keyDown(field(), { key: 'Enter' }),
    choose: () => void fireEvent.click(options()[0]!),
    retry: () => press(t('common.retry')),
  },
  states: {
    closed: () => expect(screen.queryByRole('combobox')).toBeNull(),
    'open.shown': (_, snapshot) => look(snapshot),
    'open.typing': (_, snapshot) => look(snapshot),
    'open.completing': (_, snapshot) => look(snapshot),
    'open.searching': (_, snapshot) => look(snapshot),
    'open.failed': (_, snapshot) => look(snapshot),
    'open.noMatch'(_, snapshot) {
      look(snapshot)
      const text = selectText(snapshot)
      expect(status()).toContain(t(isPath(text) ? 'finder.noPath' : 'finder.none', { text }))
    },
  },
})
