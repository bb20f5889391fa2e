import { chakra } from '@chakra-ui/react'
import { CloudUpload } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { mayCallWith } from '../../../domain/permissions.ts'
import { folderName, type Place } from '../../buckets/addresses.ts'
import { useText } from '../../i18n/text.ts'
import { useUser } from '../../session/flow.ts'
import { folderAt, type ShownFolder } from './folder-at.ts'
import { TargetFrame } from './target-frame.tsx'

type Props = {
  /** The open folder; null: files are dropped on one that is shown. */
  place: Place | null
  /** Set to the folder under the pointer, where that is another one. */
  into: RefObject<Place | null>
}

/** Where files that hover over the page would be uploaded to. */
export default function DropOverlay({ place, into }: Props) {
  const t = useText()
  const user = useUser()
  const [target, setTarget] = useState<ShownFolder | null>(null)
  const onOver = useEffectEvent(({ clientX, clientY }: DragEvent) => {
    const shown = folderUnder(clientX, clientY, place)
    const batch = shown && { bucket: shown.place.bucket, files: [{ key: shown.place.prefix }] }
    const next = batch && mayCallWith(user, 'getPutUrls', batch) ? shown : null
    into.current = next?.place ?? null
    setTarget(next)
  })
  useEffect(() => {
    const controller = new AbortController()
    addEventListener('dragover', event => onOver(event), { signal: controller.signal })
    return () => {
      controller.abort()
      into.current = null
    }
  }, [into])
  const to = target?.place ?? place
  return (
    <>
      <Overlay data-over={place ? 'folder' : undefined}>
        <chakra.div
          display="flex"
          alignItems="center"
          gap="4"
          maxW="full"
          px="6"
          py="4"
          borderRadius="lg"
          bg="bg.raised"
          boxShadow="lg"
        >
          <chakra.span color="accent" flexShrink="0" _icon={{ boxSize: '40px', strokeWidth: '1.5' }}>
            <CloudUpload aria-hidden="true" />
          </chakra.span>
          <chakra.div minW="0">
            <chakra.p textStyle="title">{t('files.dropTitle')}</chakra.p>
            <chakra.p color="fg.muted" overflowWrap="anywhere">
              {to ? t('files.dropInto', { name: folderName(to) }) : t('files.dropOnBucket')}
            </chakra.p>
          </chakra.div>
        </chakra.div>
      </Overlay>
      {target && <TargetFrame element={target.element} />}
    </>
  )
}

const Overlay = chakra('div', {
  base: {
    position: 'fixed',
    inset: '0',
    zIndex: 'bar',
    pointerEvents: 'none',
    display: 'flex',
    alignItems: 'flex-end',
    justifyContent: 'center',
    p: { base: '6', sm: '10' },
    animation: 'appear 120ms ease-out',
    '&[data-over]': {
      position: 'absolute',
      bg: 'color-mix(in srgb, var(--kho-colors-accent-subtle) 60%, transparent)',
      _before: {
        content: '""',
        position: 'absolute',
        inset: { base: '2', sm: '4' },
        borderWidth: '2px',
        borderStyle: 'dashed',
        borderColor: 'accent',
        borderRadius: 'xl',
        pointerEvents: 'none',
      },
    },
  },
})

/** The folder that is shown at a point of the window, below the overlay. */
function folderUnder(x: number, y: number, here: Place | null): ShownFolder | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const shown = folderAt(element, here)
    if (shown) return shown
  }
  return null
}
