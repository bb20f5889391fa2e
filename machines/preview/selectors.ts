import type { SnapshotFrom } from 'xstate'
import type { Refusal } from '../../domain/preview.ts'
import type { Failure } from '../failure.ts'
import type { PreviewContext, previewMachine } from './machine.ts'

type Snapshot = SnapshotFrom<typeof previewMachine>

/** Why nothing is shown and nothing will appear without the user; null otherwise. */
type Obstacle = { why: 'unsupported' | 'too-large' } | { why: Refusal } | { why: 'failed'; failure: Failure }

export function selectBusy(snapshot: Snapshot): boolean {
  return snapshot.hasTag('busy')
}

export function selectContext(snapshot: Snapshot): PreviewContext {
  return snapshot.context
}

export function selectIsInFrame(snapshot: Snapshot): boolean {
  return snapshot.hasTag('in frame')
}

export function selectIsStreaming(snapshot: Snapshot): boolean {
  return snapshot.can({ type: 'stream broken' })
}

export function selectObstacle(snapshot: Snapshot): Obstacle | null {
  const { refusal, failure } = snapshot.context
  if (snapshot.matches('unsupported')) return { why: 'unsupported' }
  if (snapshot.matches('too large')) return { why: 'too-large' }
  if (refusal) return { why: refusal }
  return failure && snapshot.can({ type: 'retry' }) ? { why: 'failed', failure } : null
}
