// @vitest-environment happy-dom
import { useState } from 'react'
import { expect } from 'vitest'
import { leaveGuardMachine, selectIsAsking } from '../../machines/leave-guard/machine.ts'
import { LeaveQuestion } from '../../src/forms/leave-question.tsx'
import { type Leaving, useLeaving } from '../../src/shell/leaving.ts'
import { leaveGuardFlow } from './leave-guard.flow.ts'
import { describeFlowInView } from './support/describe-flow-in-view.tsx'
import { t } from './support/play.ts'
import { seenForm } from './support/seen-form.ts'
import { fill, press, show } from './support/view-stage.tsx'

/** A form, and how often it was left. */
type Stage = { leaving: Leaving | null; left: number; expected: number; leave: () => void }

function Form({ stage }: { stage: Stage }) {
  const [text, setText] = useState('')
  stage.leaving = useLeaving(text !== '')
  stage.leave = () => {
    stage.left++
    setText('')
  }
  return (
    <>
      <input aria-label="Company" value={text} onChange={event => setText(event.target.value)} />
      <LeaveQuestion leaving={stage.leaving} about="entered" />
    </>
  )
}

type Snapshot = Parameters<NonNullable<NonNullable<typeof leaveGuardFlow.states>[string]>>[0]

/** Whether the question is shown, the browser would ask before the page is closed, and the form was left as often as it must be. */
const seen = (guarded: boolean) => (stage: Stage, snapshot: Snapshot) =>
  expect({
    question: seenForm('[role=alertdialog]')?.title,
    guarded: !dispatchEvent(new Event('beforeunload', { cancelable: true })),
    left: stage.left,
  }).toEqual({
    question: selectIsAsking(snapshot) ? t('leaving.entered.title') : undefined,
    guarded,
    left: stage.expected,
  })

await describeFlowInView('leave-guard', leaveGuardMachine, leaveGuardFlow, {
  open() {
    const stage: Stage = { leaving: null, left: 0, expected: 0, leave: () => undefined }
    show(<Form stage={stage} />)
    return stage
  },
  events: {
    guard: () => fill('Company', 'Something else'),
    release: () => fill('Company', ''),
    leave(stage) {
      // Whether that leaves at once, the browser shows too.
      if (dispatchEvent(new Event('beforeunload', { cancelable: true }))) stage.expected++
      stage.leaving?.ask(() => stage.leave())
    },
    stay: () => press(t('leaving.entered.stay')),
    discard(stage) {
      stage.expected++
      press(t('leaving.entered.leave'))
    },
  },
  states: {
    unguarded: seen(false),
    'guarded.watching': seen(true),
    'guarded.asking': seen(true),
  },
})
