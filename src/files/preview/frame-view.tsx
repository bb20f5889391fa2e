import { chakra } from '@chakra-ui/react'
import { type RefObject, useEffect, useRef } from 'react'
import type { Refusal } from '../../../domain/preview.ts'
import { useLanguage } from '../../i18n/text.ts'
import { addressOf } from '../../site/base-path.ts'
import { type FrameKind, type PassedKey, readMessage, type ToFrame, type Zoom } from './protocol.ts'

/** ms after which a frame without a response counts as failed. */
const frameTimeout = 30_000

export type FrameProps = {
  kind: FrameKind
  name: string
  /** The file, until it is transferred to the frame. */
  bytes: ArrayBuffer | null
  onDrawn: () => void
  onRefused: (reason: Refusal) => void
  onKey: (key: PassedKey) => void
}

/** For frames that show a picture. */
type PictureProps = { frame?: RefObject<HTMLIFrameElement | null>; onZoom?: (zoom: Zoom) => void }

/**
 * Renders a file in a sandboxed frame with an opaque origin: nothing in the file can reach the console, its cookies or the
 * network. A frame shows one file; another file needs another `key`.
 */
export function FrameView({ kind, name, bytes, frame: given, ...events }: FrameProps & PictureProps) {
  const { locale, text: t } = useLanguage()
  const own = useRef<HTMLIFrameElement>(null)
  const frame = given ?? own
  const latest = useRef(events)
  latest.current = events
  const sent = useRef(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a frame gets one file, in the language at that time
  useEffect(() => {
    const timer = setTimeout(() => latest.current.onRefused('too-complex'), frameTimeout)
    function onMessage({ source, data }: MessageEvent) {
      const message = frame.current && source === frame.current.contentWindow ? readMessage(data) : null
      if (message?.type === 'ready' && bytes && !sent.current) {
        sent.current = true
        const file: ToFrame = {
          kind,
          name,
          bytes,
          dark: document.documentElement.classList.contains('dark'),
          locale,
          texts: {
            cut: t('preview.cut'),
            plain: t('preview.plain'),
            slide: t('preview.slide'),
            page: t('preview.page'),
            encoding: t('preview.encoding'),
            encodings: {
              'utf-8': 'UTF-8',
              'utf-16': 'UTF-16',
              'windows-1258': t('preview.encoding.vietnamese'),
              'windows-1252': t('preview.encoding.western'),
            },
          },
        }
        // The origin of the frame is opaque, so only `*` addresses it.
        frame.current?.contentWindow?.postMessage(file, '*', [bytes])
      } else if (message?.type === 'drawn') {
        clearTimeout(timer)
        latest.current.onDrawn()
      } else if (message?.type === 'refused') latest.current.onRefused(message.reason)
      else if (message?.type === 'key') latest.current.onKey(message.key)
      else if (message?.type === 'zoom') latest.current.onZoom?.(message)
    }
    addEventListener('message', onMessage)
    return () => {
      clearTimeout(timer)
      removeEventListener('message', onMessage)
    }
  }, [])

  return (
    <Frame
      ref={frame}
      src={addressOf(`/preview-frame/${kind === 'pdf' ? 'pdf' : 'document'}.html`)}
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      title={t('preview.content', { name })}
    />
  )
}

const Frame = chakra('iframe', {
  base: { display: 'block', width: 'full', height: 'full', border: 'none', bg: 'bg.panel' },
})
