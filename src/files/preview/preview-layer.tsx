import { chakra, defineSlotRecipe, Dialog as Parts, Portal } from '@chakra-ui/react'
import { ChevronLeft, ChevronRight, Download, ExternalLink, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/text.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { NameText } from '../../ui/name-text.tsx'
import { Tip } from '../../ui/tip.tsx'
import type { PassedKey } from './protocol.ts'
import { useEndOfFullScreen } from './use-full-screen.ts'

const recipe = defineSlotRecipe({
  slots: ['positioner', 'content', 'title'],
  base: {
    positioner: { position: 'fixed', inset: '0', zIndex: 'dialog' },
    content: {
      display: 'flex',
      flexDirection: 'column',
      boxSize: 'full',
      bg: 'bg.panel',
      outline: 'none',
      _open: { animation: 'appear 120ms ease-out' },
      _closed: { animation: 'none' },
    },
    title: { textStyle: 'body', fontWeight: 'medium', truncate: true },
  },
})

type Props = {
  name: string
  /** Bytes. */
  size: number | null
  /** Position among the files of the list, from 1; `of` is null while more may load. */
  position: { at: number; of: number | null } | null
  onPrevious: (() => void) | null
  onNext: (() => void) | null
  onDownload: () => void
  /** Null: browsers do not show files of this kind. */
  onOpenTab: (() => void) | null
  onKey: (key: PassedKey) => void
  onClose: () => void
  children: ReactNode
}

/** Full-screen layer with the name of a file, its actions and its preview. */
export function PreviewLayer({ name, size, position, children, ...events }: Props) {
  const t = useText()
  const format = useFormats()
  const content = useRef<HTMLDivElement>(null)
  useEndOfFullScreen()
  const facts = [
    size === null ? null : format.bytes(size),
    position &&
      (position.of === null
        ? format.number(position.at)
        : t('preview.position', { at: position.at, of: position.of })),
  ]
  function onKeyDown({ key, target, defaultPrevented, ctrlKey, metaKey, altKey }: KeyboardEvent) {
    const ignored = target instanceof HTMLMediaElement || defaultPrevented || ctrlKey || metaKey || altKey
    if (!ignored && (key === 'ArrowLeft' || key === 'ArrowRight')) events.onKey(key)
  }
  return (
    <Parts.Root
      recipe={recipe}
      open
      closeOnInteractOutside={false}
      initialFocusEl={() => content.current}
      onOpenChange={({ open }) => !open && events.onClose()}
      onFocusOutside={event => event.preventDefault()}
    >
      <Portal>
        <Parts.Positioner>
          <Parts.Content ref={content} onKeyDown={onKeyDown}>
            <Head>
              <chakra.div flex="1" minW="0">
                <Parts.Title title={name}>
                  <NameText name={name} />
                </Parts.Title>
                <chakra.div textStyle="small" color="fg.muted" fontVariantNumeric="tabular-nums" minH="4">
                  {facts.filter(fact => fact !== null).join(' · ')}
                </chakra.div>
              </chakra.div>
              <Tip label={t('preview.previous')}>
                <IconButton
                  label={t('preview.previous')}
                  disabled={!events.onPrevious}
                  onClick={() => events.onPrevious?.()}
                >
                  <ChevronLeft />
                </IconButton>
              </Tip>
              <Tip label={t('preview.next')}>
                <IconButton
                  label={t('preview.next')}
                  disabled={!events.onNext}
                  onClick={() => events.onNext?.()}
                >
                  <ChevronRight />
                </IconButton>
              </Tip>
              {events.onOpenTab && (
                <Tip label={t('preview.openTab')}>
                  <IconButton label={t('preview.openTab')} onClick={events.onOpenTab}>
                    <ExternalLink />
                  </IconButton>
                </Tip>
              )}
              <Tip label={t('files.download')}>
                <IconButton label={t('files.download')} onClick={events.onDownload}>
                  <Download />
                </IconButton>
              </Tip>
              <Tip label={t('common.close')}>
                <IconButton label={t('common.close')} onClick={events.onClose}>
                  <X />
                </IconButton>
              </Tip>
            </Head>
            {children}
          </Parts.Content>
        </Parts.Positioner>
      </Portal>
    </Parts.Root>
  )
}

const Head = chakra('header', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '1',
    ps: { base: '4', sm: '6' },
    pe: { base: '2', sm: '4' },
    py: '2',
    borderBottomWidth: '1px',
    borderColor: 'line',
  },
})
