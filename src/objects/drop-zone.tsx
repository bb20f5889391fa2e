import { chakra } from '@chakra-ui/react'
import { CloudUpload } from 'lucide-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import type { SelectedItem } from '../../machines/upload-queue/types.ts'
import { useText } from '../i18n/text.ts'
import { itemsOfDrop } from '../uploads/picking/selection.ts'
import { addFiles } from './adding/add-files.ts'

type Props = {
  /** The folder that takes what is dropped, in words. */
  name: string
  /** Null where the user may not upload. */
  onItems: ((items: SelectedItem[]) => void) | null
  children: ReactNode
}

const carriesFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')

/** Takes files and folders that are dropped anywhere on it, and shows that while they hover. */
export function DropZone({ name, onItems, children }: Props) {
  const t = useText()
  const [over, setOver] = useState(false)
  const depth = useRef(0)
  const enter = (by: number) => {
    depth.current += by
    setOver(depth.current > 0)
  }
  return (
    <chakra.div
      position="absolute"
      inset="0"
      display="flex"
      flexDirection="column"
      onDragEnter={event => {
        if (!onItems || !carriesFiles(event)) return
        event.preventDefault()
        void addFiles.preload().catch(() => undefined)
        enter(1)
      }}
      onDragOver={event => {
        if (!carriesFiles(event)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = onItems ? 'copy' : 'none'
      }}
      onDragLeave={event => {
        if (onItems && carriesFiles(event)) enter(-1)
      }}
      onDrop={event => {
        if (!carriesFiles(event)) return
        event.preventDefault()
        depth.current = 0
        setOver(false)
        onItems?.(itemsOfDrop(event.dataTransfer))
      }}
    >
      {children}
      {over && (
        <chakra.div
          position="absolute"
          inset={{ base: '2', sm: '4' }}
          zIndex="bar"
          pointerEvents="none"
          display="flex"
          flexDirection="column"
          alignItems="center"
          justifyContent="center"
          gap="2"
          textAlign="center"
          borderWidth="2px"
          borderStyle="dashed"
          borderColor="accent"
          borderRadius="xl"
          bg="color-mix(in srgb, var(--kho-colors-accent-subtle) 92%, transparent)"
          animation="appear 120ms ease-out"
        >
          <chakra.span color="accent" _icon={{ boxSize: '48px', strokeWidth: '1.5' }}>
            <CloudUpload aria-hidden="true" />
          </chakra.span>
          <chakra.p textStyle="title">{t('files.dropTitle')}</chakra.p>
          <chakra.p color="fg.muted" maxW="full" px="6" overflowWrap="anywhere">
            {t('files.dropInto', { name })}
          </chakra.p>
        </chakra.div>
      )}
    </chakra.div>
  )
}
