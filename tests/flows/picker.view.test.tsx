// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { pickerMachine } from '../../machines/picker/machine.ts'
import { selectAbove, selectEntries, selectFailure, selectPath } from '../../machines/picker/selectors.ts'
import { usePicker } from '../../src/picker/flow.ts'
import { PathPicker } from '../../src/picker/path-picker.tsx'
import { pickerFlow } from './picker.flow.ts'
import { describeFlowInView } from './support/describe-flow-in-view.tsx'
import { t } from './support/play.ts'
import { fill, press, show } from './support/view-stage.tsx'

vi.mock('../../machines/actor.ts', () => import('./support/held-actors.ts'))

type Snapshot = Parameters<NonNullable<NonNullable<typeof pickerFlow.states>[string]>>[0]

const label = 'File'
function Picker() {
  return <PathPicker label={label} flow={usePicker(pickerFlow.starts['in a bucket']!)} />
}

const options = () => [...document.querySelectorAll<HTMLElement>('[role=listbox] [role=option]')]

/** A row says its name, a file's its size too. */
const rowOf = (path: string) => {
  const name = path.replace(/\/$/, '').replace(/^.*\//, '')
  return path.endsWith('/') ? name : `${name}3 Bytes`
}

function choose(text: string): void {
  const option = options().find(({ textContent }) => textContent === text)
  if (!option) throw new Error(`No row "${text}"`)
  fireEvent.click(option)
}

/** What the picker says of the path, its list and the last failure. */
function seen() {
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: label })
  return {
    path: field.value,
    expanded: field.getAttribute('aria-expanded'),
    busy: document.querySelector('[aria-busy=true]') !== null,
    rows: options().map(({ textContent }) => textContent),
    alerts: screen.queryAllByRole('alert').map(({ textContent }) => textContent),
  }
}

const upOf = (snapshot: Snapshot) => (selectAbove(snapshot) === null ? [] : [t('picker.up')])

await describeFlowInView('picker', pickerMachine, pickerFlow, {
  open: () => show(<Picker />),
  events: {
    open: () => press(t('picker.show')),
    close: () => void fireEvent.keyDown(screen.getByLabelText(label), { key: 'Escape' }),
    type: (_, event) => fill(label, (event as typeof event & { path: string }).path),
    enter(_, event) {
      const { path } = event as typeof event & { path: string }
      choose(seen().path.startsWith(path) ? t('picker.up') : rowOf(path))
    },
    choose: (_, event) => choose(rowOf((event as typeof event & { path: string }).path)),
    retry: () => press(t('common.retry')),
  },
  states: {
    closed: (_, snapshot) =>
      expect(seen()).toEqual({
        ...{ path: selectPath(snapshot), expanded: 'false' },
        ...{ busy: false, rows: [], alerts: [] },
      }),
    'open.loading': (_, snapshot) =>
      expect(seen()).toMatchObject({ path: selectPath(snapshot), expanded: 'true', busy: true, alerts: [] }),
    'open.listed': (_, snapshot) =>
      expect(seen()).toEqual({
        ...{ path: selectPath(snapshot), expanded: 'true', busy: false },
        rows: [...upOf(snapshot), ...selectEntries(snapshot)!.map(({ path }) => rowOf(path))],
        alerts: [],
      }),
    'open.failed': (_, snapshot) =>
      expect(seen()).toEqual({
        ...{ path: selectPath(snapshot), expanded: 'true', busy: false, rows: upOf(snapshot) },
        alerts: [expect.stringContaining(t(`error.${selectFailure(snapshot)!.code}`))],
      }),
  },
})
