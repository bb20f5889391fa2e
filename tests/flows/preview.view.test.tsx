// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/react'
import { useState } from 'react'
import { expect, vi } from 'vitest'
import { previewMachine } from '../../machines/preview/machine.ts'
import { usePreviewFlow } from '../../src/files/preview/flow.ts'
import { PreviewContent } from '../../src/files/preview/preview-content.tsx'
import { previewFlow } from './preview.flow.ts'
import { describeFlowInView } from './support/describe-flow-in-view.tsx'
import { t } from './support/play.ts'
import { press, show } from './support/view-stage.tsx'

vi.mock('../../machines/actor.ts', () => import('./support/held-actors.ts'))
/** What the frame would report: nothing is drawn here. */
const outside = vi.hoisted(() => ({ report: {} as Record<string, (reason?: unknown) => void> }))
vi.mock('../../src/files/preview/frame-view.tsx', () => ({
  FrameView(props: typeof outside.report) {
    outside.report = props
    return <p>In the frame</p>
  },
}))
type Start = { file: { bucket: string; key: string; size: number } }
type Stage = { show: (file: Start['file']) => void }
type Snapshot = Parameters<NonNullable<NonNullable<typeof previewFlow.states>[string]>>[0]

function Content({ stage, first }: { stage: Stage; first: Start['file'] }) {
  const [file, setFile] = useState(first)
  stage.show = setFile
  return (
    <PreviewContent
      flow={usePreviewFlow(file)}
      name={file.key}
      onDownload={() => undefined}
      onKey={() => undefined}
    />
  )
}

const texts = (selector: string) =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent)
const area = '[aria-busy]'
const player = () => document.querySelector('audio, video')

/** Whether it is loading, what shows the file, and why nothing does. */
function sees({ busy = false, shown = '', obstacle = '' }): void {
  expect({
    busy: document.querySelector(area)?.getAttribute('aria-busy') === 'true',
    loading: texts(`${area} > [role=status]`),
    shown: player() ? 'In the player' : texts(`${area} > p`).join(),
    obstacle: texts(`${area} h2, ${area} h3`).join(),
  }).toEqual({ busy, loading: busy ? [t('preview.loading')] : [], shown, obstacle })
}

const report = (name: string) => (_: Stage, event: object) =>
  outside.report[name]!((event as { reason?: unknown }).reason)

await describeFlowInView('preview', previewMachine, previewFlow, {
  open(start) {
    const { file } = previewFlow.starts[start] as Start
    const stage: Stage = { show: () => undefined }
    show(<Content stage={stage} first={file} />)
    return stage
  },
  events: {
    show: (stage, event) => stage.show((event as unknown as Start).file),
    drawn: report('onDrawn'),
    refused: report('onRefused'),
    playing: () => fireEvent.loadedData(player()!),
    'stream broken': () => fireEvent.error(player()!),
    retry: () => press(t('common.retry')),
  },
  states: {
    linking: (_, snapshot: Snapshot) =>
      sees({ busy: true, shown: snapshot.hasTag('in frame') ? 'In the frame' : '' }),
    reading: (_, snapshot: Snapshot) =>
      sees({ busy: true, shown: snapshot.hasTag('in frame') ? 'In the frame' : '' }),
    drawing: () => sees({ busy: true, shown: 'In the frame' }),
    shown: () => sees({ shown: 'In the frame' }),
    streaming: () => sees({ shown: 'In the player' }),
    unsupported: () => sees({ obstacle: t('preview.unsupported.title') }),
    'too large': () => sees({ obstacle: t('preview.too-large.title') }),
    refused: () => sees({ obstacle: t('preview.damaged.title') }),
    failed(_, { context: { failure } }: Snapshot) {
      sees({ obstacle: t('preview.failed') })
      expect(texts('[role=alert]').join()).toContain(t(`error.${failure?.code ?? 'NETWORK'}`))
    },
  },
})
