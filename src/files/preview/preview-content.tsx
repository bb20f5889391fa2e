import { chakra } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { Download } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import {
  selectBusy,
  selectContext,
  selectIsInFrame,
  selectIsStreaming,
  selectObstacle,
} from '../../../machines/preview/selectors.ts'
import { useText } from '../../i18n/text.ts'
import BrokenPage from '../../ui/broken-page.tsx'
import { Button, Spinner } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureState } from '../../ui/failure.tsx'
import { type PreviewFlow, usePreviewEvents } from './flow.ts'
import { FrameView } from './frame-view.tsx'
import { PictureView } from './picture-view.tsx'
import type { FrameKind, PassedKey } from './protocol.ts'

type Props = {
  flow: PreviewFlow
  name: string
  onDownload: () => void
  onKey: (key: PassedKey) => void
}

export function PreviewContent({ flow, name, onDownload, onKey }: Props) {
  const t = useText()
  const events = usePreviewEvents(flow)
  const { file, kind, url, bytes } = useSelector(flow, selectContext)
  const busy = useSelector(flow, selectBusy)
  const inFrame = useSelector(flow, selectIsInFrame)
  const streaming = useSelector(flow, selectIsStreaming)
  const obstacle = useSelector(flow, selectObstacle)
  const position = useRef(0)
  const View = kind === 'image' ? PictureView : FrameView
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file starts at 0
  useEffect(() => {
    position.current = 0
  }, [file.bucket, file.key])
  const download = (
    <Button variant="main" onClick={onDownload}>
      <Download />
      {t('files.download')}
    </Button>
  )
  return (
    <Area aria-busy={busy}>
      {busy && (
        <Loading role="status">
          <Spinner aria-hidden="true" />
          {t('preview.loading')}
        </Loading>
      )}
      {inFrame && kind && (
        <View
          key={`${file.bucket}/${file.key}`}
          kind={kind as FrameKind}
          name={name}
          bytes={bytes}
          onDrawn={events.drawn}
          onRefused={events.refused}
          onKey={onKey}
        />
      )}
      {streaming && url && (
        <MediaView
          kind={kind as 'audio' | 'video'}
          name={name}
          url={url}
          position={position}
          onPlaying={events.playing}
          onBroken={events.streamBroken}
        />
      )}
      {obstacle?.why === 'failed' && (
        <FailureState title={t('preview.failed')} failure={obstacle.failure} onRetry={events.retry} />
      )}
      {obstacle && obstacle.why !== 'failed' && (
        <chakra.div role="alert" m="auto">
          <EmptyState
            drawing={<BrokenPage blank={obstacle.why === 'empty'} />}
            title={t(`preview.${obstacle.why}.title`)}
            lead={t(`preview.${obstacle.why}.lead`)}
            action={download}
          />
        </chakra.div>
      )}
    </Area>
  )
}

type MediaProps = {
  kind: 'audio' | 'video'
  name: string
  /** Pre-signed URL. */
  url: string
  /** Position in seconds, at which a renewed URL continues. */
  position: RefObject<number>
  onPlaying: () => void
  onBroken: () => void
}

/** Streams a file from the storage; the browser requests the ranges it needs. */
function MediaView({ kind, name, url, position, onPlaying, onBroken }: MediaProps) {
  const Player = kind === 'video' ? Video : Audio
  return (
    <Player
      src={url}
      controls
      playsInline
      preload="metadata"
      autoPlay={position.current > 0}
      aria-label={name}
      onLoadedMetadata={event => {
        event.currentTarget.currentTime = position.current
      }}
      onLoadedData={onPlaying}
      onTimeUpdate={event => {
        position.current = event.currentTarget.currentTime
      }}
      onError={onBroken}
    />
  )
}

const Video = chakra('video', { base: { maxW: 'full', maxH: 'full', m: 'auto', bg: 'black' } })
const Audio = chakra('audio', { base: { width: 'full', maxW: '560px', m: 'auto', px: '4' } })

const Area = chakra('div', {
  base: {
    position: 'relative',
    flex: '1',
    minH: '0',
    display: 'flex',
    flexDirection: 'column',
    overflow: 'auto',
  },
})

const Loading = chakra('div', {
  base: {
    position: 'absolute',
    inset: '0',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '3',
    color: 'fg.muted',
    bg: 'bg.panel',
  },
})
