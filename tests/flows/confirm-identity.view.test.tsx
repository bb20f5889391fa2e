// @vitest-environment happy-dom
import { expect, vi } from 'vitest'
import { ssoTexts } from '../../languages/screen-texts.ts'
import { confirmIdentityMachine } from '../../machines/confirm-identity/machine.ts'
import type { Bucket } from '../../openapi/schema.ts'
import DeleteBucketDialog from '../../src/buckets/dialogs/delete-bucket-dialog.tsx'
import ConfirmIdentity from '../../src/confirm/confirm-identity.tsx'
import { addMessages } from '../../src/i18n/text.ts'
import { owner } from '../machines/support/users.ts'
import { confirmIdentityFlow } from './confirm-identity.flow.ts'
import { confirmIdentityPlay } from './confirm-identity.play.ts'
import { describeFlowInView } from './support/describe-flow-in-view.tsx'
import { places, t } from './support/play.ts'
import { seenForm } from './support/seen-form.ts'
import { anotherCode, answer, show, signInAs } from './support/view-stage.tsx'

vi.mock('../../machines/actor.ts', () => import('./support/held-actors.ts'))

const bucket = { name: 'anh-gia-dinh' } as Bucket
const empty = { files: 0, versions: 0, bytes: 0, uploads: 0, complete: true, lock: false }

type Stage = { bucket: string | null; ends: unknown[] }

const ended = (end: unknown) => (stage: Stage) =>
  expect(stage.ends).toEqual([stage.bucket === null ? end : undefined])

await describeFlowInView('confirm-identity', confirmIdentityMachine, confirmIdentityFlow, {
  play: confirmIdentityPlay,
  async open(start) {
    await signInAs(owner)
    await addMessages(ssoTexts)
    const isSession = confirmIdentityFlow.starts[start]!.purpose === 'session'
    const stage: Stage = { bucket: isSession ? null : bucket.name, ends: [] }
    answer('GET /api/bucket/contents', empty)
    show(
      isSession ? (
        <ConfirmIdentity onEnd={confirmed => stage.ends.push(confirmed)} />
      ) : (
        <DeleteBucketDialog bucket={bucket} onClose={() => stage.ends.push(undefined)} />
      ),
    )
    return stage
  },
  events: {
    submit(_stage, _event, act) {
      const field = seenForm(places.dialog)?.field
      return act({ pin: field === t('confirm.code') ? anotherCode() : '2580' })
    },
  },
  states: { confirmed: ended(true), cancelled: ended(false), signedOut: ended(false) },
})
