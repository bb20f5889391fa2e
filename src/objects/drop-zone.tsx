import { chakra } from '@chakra-ui/react'
import { CloudUpload } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
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

const openDialog = '[role=dialog], [role=alertdialog]'

/** Whether it is a drag of files that a folder can take now: no dialog is over it. */
const bringsFiles = ({ dataTransfer }: DragEvent) =>
  dataTransfer?.types.includes('Files') === true && !document.querySelector(openDialog)

/** Takes files and folders that are dropped anywhere on the page, and shows that while they hover. */
export function DropZone({ name, onItems, children }: Props) {
  const t = useText()
  const [over, setOver] = useState(false)
  const mayDrop = onItems !== null
  const take = useEffectEvent((items: SelectedItem[]) => onItems?.(items))
  useEffect(() => {
    if (!mayDrop) return
    const listening = new AbortController()
    const { signal } = listening
    const leave = () => setOver(false)
    addEventListener(
      'dragenter',
      event => {
        if (!bringsFiles(event)) return
        event.preventDefault()
        void addFiles.preload().catch(() => undefined)
      },
      { signal },
    )
    addEventListener(
      'dragover',
      event => {
        if (!bringsFiles(event)) return
        event.preventDefault()
        event.dataTransfer!.dropEffect = 'copy'
        setOver(true)
      },
      { signal },
    )
    // Out of the page there is no element that it goes to.
    addEventListener('dragleave', event => event.relatedTarget ?? leave(), { signal })
    addEventListener('dragend', leave, { signal })
    addEventListener(
      'drop',
      event => {
        leave()
        if (!bringsFiles(event)) return
        event.preventDefault()
        take(itemsOfDrop(event.dataTransfer!))
      },
      { signal },
    )
    return () => listening.abort()
  }, [mayDrop])
  return (
    <chakra.div position="absolute" inset="0" display="flex" flexDirection="column">
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
