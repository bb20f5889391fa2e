import { chakra } from '@chakra-ui/react'
import { Maximize, Minimize, RotateCw, ZoomIn, ZoomOut } from 'lucide-react'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { type Shortcut, shortcutOf } from '../../ui/shortcuts.ts'
import { Tip } from '../../ui/tip.tsx'
import { type FrameProps, FrameView } from './frame-view.tsx'
import type { PictureAct, Zoom } from './protocol.ts'
import { fullScreenIsAvailable, toggleFullScreen, useFullScreen } from './use-full-screen.ts'

/** A picture in its frame, with buttons and keys to zoom, turn and show it in full screen. */
export function PictureView(props: FrameProps) {
  const t = useText()
  const frame = useRef<HTMLIFrameElement>(null)
  const full = useFullScreen()
  /** Null until the picture is rendered. */
  const [zoom, setZoom] = useState<Zoom | null>(null)
  const drawn = zoom !== null

  function act(act: PictureAct) {
    // The origin of the frame is opaque, so only `*` addresses it.
    frame.current?.contentWindow?.postMessage({ act }, '*')
  }
  const run = (shortcut: Shortcut<'picture'>) => (shortcut === 'full' ? toggleFullScreen() : act(shortcut))

  useEffect(() => {
    if (!drawn) return
    const onKeyDown = (event: KeyboardEvent) => {
      const shortcut = event.defaultPrevented ? null : shortcutOf('picture', event)
      if (!shortcut) return
      event.preventDefault()
      if (shortcut === 'full') toggleFullScreen()
      else frame.current?.contentWindow?.postMessage({ act: shortcut }, '*')
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [drawn])

  const button = (label: string, icon: ReactElement, onClick: () => void) => (
    <Tip label={label}>
      <IconButton label={label} onClick={onClick}>
        {icon}
      </IconButton>
    </Tip>
  )
  return (
    <>
      <FrameView
        {...props}
        frame={frame}
        onZoom={setZoom}
        onKey={key => {
          const keys = { key, shiftKey: false, ctrlKey: false, metaKey: false }
          const shortcut = shortcutOf('picture', keys)
          if (shortcut) run(shortcut)
          else props.onKey(key)
        }}
      />
      {zoom && (
        <Bar role="toolbar" aria-label={t('preview.picture')}>
          {button(t('preview.zoomOut'), <ZoomOut />, () => act('zoomOut'))}
          <Button
            variant="quiet"
            minW="18"
            px="2"
            fontVariantNumeric="tabular-nums"
            aria-label={t(zoom.fits ? 'preview.toActual' : 'preview.toFit', { percent: zoom.percent })}
            onClick={() => act(zoom.fits ? 'actual' : 'fit')}
          >
            {t('preview.percent', { percent: zoom.percent })}
          </Button>
          {button(t('preview.zoomIn'), <ZoomIn />, () => act('zoomIn'))}
          {button(t('preview.turn'), <RotateCw />, () => act('turn'))}
          {fullScreenIsAvailable() &&
            button(
              t(full ? 'preview.leaveFull' : 'preview.full'),
              full ? <Minimize /> : <Maximize />,
              toggleFullScreen,
            )}
          <chakra.span role="status" srOnly>
            {t('preview.percent', { percent: zoom.percent })}
          </chakra.span>
        </Bar>
      )}
    </>
  )
}

const Bar = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '1',
    flexShrink: '0',
    py: '1',
    borderTopWidth: '1px',
    borderColor: 'line',
  },
})
