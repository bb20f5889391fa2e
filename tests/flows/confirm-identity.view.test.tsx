// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { confirmIdentityMachine } from '../../machines/confirm-identity/machine.ts'
import type { Bucket } from '../../openapi/schema.ts'
import DeleteBucketDialog from '../../src/buckets/dialogs/delete-bucket-dialog.tsx'
import ConfirmIdentity from '../../src/confirm/confirm-identity.tsx'
import { owner } from '../machines/support/users.ts'
import { confirmIdentityFlow } from './confirm-identity.flow.ts'
import { describeFlowInView } from './support/describe-flow-in-view.tsx'
import { type SeenForm, seenForm } from './support/seen-form.ts'
import { anotherCode, answer, fill, press, show, shows, signInAs, t, told } from './support/view-stage.tsx'

vi.mock('../../machines/actor.ts', () => import('./support/held-actors.ts'))

const bucket = { name: 'anh-gia-dinh' } as Bucket
const empty = { files: 0, versions: 0, bytes: 0, uploads: 0, complete: true, lock: false }

type Stage = { purpose: 'session' | 'bucket'; ends: unknown[] }
type Snapshot = Parameters<NonNullable<NonNullable<typeof confirmIdentityFlow.states>[string]>>[0]

const place = '[role=dialog], [role=alertdialog]'
const labelOf = (method: 'pin' | 'two-step') => t(method === 'pin' ? 'confirm.pin' : 'confirm.code')

/** The dialog is in this state, and says of the snapshot's context what is to be read. */
const dialog =
  (state: SeenForm['state'], unavailable = false) =>
  ({ purpose }: Stage, { context: { method, failure } }: Snapshot) => {
    const field = method && labelOf(method)
    shows(place, {
      title: purpose === 'session' ? t('confirm.title') : t('buckets.deleteTitle', { name: bucket.name }),
      button: t(purpose === 'session' ? 'confirm.do' : 'buckets.deleteDo'),
      field,
      state,
      ...told(failure, field ? { PIN_INCORRECT: field } : {}),
    })
    expect(seenForm(place)?.buttons[t('common.retry')]).toBe(unavailable ? 'ready' : undefined)
  }

const closed = (end: unknown) => (stage: Stage) => {
  shows(place, null)
  expect(stage.ends).toEqual([stage.purpose === 'session' ? end : undefined])
}

await describeFlowInView('confirm-identity', confirmIdentityMachine, confirmIdentityFlow, {
  async open(start) {
    await signInAs(owner)
    const { purpose } = confirmIdentityFlow.starts[start]!
    const stage: Stage = { purpose, ends: [] }
    answer('GET /api/bucket/contents', empty)
    show(
      purpose === 'session' ? (
        <ConfirmIdentity onEnd={confirmed => stage.ends.push(confirmed)} />
      ) : (
        <DeleteBucketDialog bucket={bucket} onClose={() => stage.ends.push(undefined)} />
      ),
    )
    return stage
  },
  events: {
    submit({ purpose }) {
      const byPin = seenForm(place)?.field === labelOf('pin')
      fill(labelOf(byPin ? 'pin' : 'two-step'), byPin ? '2580' : anotherCode())
      if (purpose === 'bucket') {
        const box = screen.getByLabelText<HTMLInputElement>(t('buckets.deleteConfirm', { name: bucket.name }))
        if (!box.checked) fireEvent.click(box)
        press(t('buckets.deleteDo'))
      } else if (byPin) press(t('confirm.do'))
    },
    retry: () => press(t('common.retry')),
    cancel: () => press(t('common.cancel')),
  },
  states: {
    loading: dialog('disabled'),
    unavailable: dialog('disabled', true),
    editing: dialog('ready'),
    submitting: dialog('busy'),
    locked: dialog('disabled'),
    blocked: dialog('disabled'),
    confirmed: closed(true),
    cancelled: closed(false),
    signedOut: closed(false),
  },
})
