import { chakra } from '@chakra-ui/react'
import { useEffect, useRef } from 'react'
import type { Refusal } from '../../machines/preview/types.ts'
import { useLanguage } from '../i18n/text.ts'
import { type FrameKind, type PassedKey, readMessage, type ToFrame } from './protocol.ts'

/** Ms after which a frame that says nothing counts as lost in the file. */
const longest = 30_000

type Props = {
  kind: FrameKind
  name: string
  /** The file, until the frame has it. */
  bytes: ArrayBuffer | null
  onDrawn: () => void
  onRefused: (reason: Refusal) => void
  onKey: (key: PassedKey) => void
}

/**
 * Draws a file in a frame with an origin of its own: nothing in the file can reach the console, its cookies or the
 * network. A frame takes one file; give another one another `key`.
 */
export function FrameView({ kind, name, bytes, ...events }: Props) {
  const { locale, text: t } = useLanguage()
  const frame = useRef<HTMLIFrameElement>(null)
  const latest = useRef(events)
  latest.current = events
  const sent = useRef(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a frame gets one file, in the language of that time
  useEffect(() => {
    const late = setTimeout(() => latest.current.onRefused('too-complex'), longest)
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
          },
        }
        // Its origin is opaque, so no other target names it.
        frame.current?.contentWindow?.postMessage(file, '*', [bytes])
      } else if (message?.type === 'drawn') {
        clearTimeout(late)
        latest.current.onDrawn()
      } else if (message?.type === 'refused') latest.current.onRefused(message.reason)
      else if (message?.type === 'key') latest.current.onKey(message.key)
    }
    addEventListener('message', onMessage)
    return () => {
      clearTimeout(late)
      removeEventListener('message', onMessage)
    }
  }, [])

  return (
    <Frame
      ref={frame}
      src={`/preview-frame/${kind === 'pdf' ? 'pdf' : 'document'}.html`}
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      title={t('preview.content', { name })}
    />
  )
}

const Frame = chakra('iframe', {
  base: { display: 'block', width: 'full', height: 'full', border: 'none', bg: 'bg.panel' },
})
