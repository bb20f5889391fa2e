import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { deskTexts } from '../../../languages/screen-texts.ts'
import type { Place } from '../../buckets/addresses.ts'
import { withMessages } from '../../i18n/text.ts'
import { lazyPart } from '../../ui/lazy.tsx'
import { useDroppedFiles } from '../desk/dropped-files.ts'

const DropOverlay = lazyPart(() => withMessages(import('../desk/drop-overlay.tsx'), deskTexts))

type Props = {
  place: Place
  /** Whether the user may upload to `place`. */
  mayDrop: boolean
  children: ReactNode
}

/**
 * Accepts files and folders that are dropped anywhere on the page, with an overlay while they hover, and those that are
 * pasted.
 */
export function DropZone({ place, mayDrop, children }: Props) {
  const hovering = useDroppedFiles(place, mayDrop)
  return (
    <chakra.div position="absolute" inset="0" display="flex" flexDirection="column">
      {children}
      {hovering && (
        // There before the overlay is loaded: a browser loses a drop on a row that is removed meanwhile.
        <chakra.div position="absolute" inset="0" zIndex="bar">
          <DropOverlay {...hovering} />
        </chakra.div>
      )}
    </chakra.div>
  )
}
