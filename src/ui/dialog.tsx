import { defineSlotRecipe, Dialog as Parts, Portal } from '@chakra-ui/react'
import { X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useText } from '../i18n/text.ts'
import { useBackCloses } from '../shell/overlays.ts'
import { IconButton } from './icon-button.tsx'
import { scrollEdges } from './scroll-edges.ts'

/** Too low for a fixed title and buttons: a phone on its side, a page at 200 %. */
const low = '@media (max-height: 479.98px)'

// Closed parts have no animation: if its end were missed (on a busy page), they would cover the console forever.
const recipe = defineSlotRecipe({
  slots: ['backdrop', 'positioner', 'content', 'header', 'body', 'footer', 'title', 'description'],
  base: {
    backdrop: {
      position: 'fixed',
      inset: '0',
      bg: 'bg.scrim',
      zIndex: 'calc(var(--kho-z-index-dialog) + var(--layer-index, 0))',
      _open: { animation: 'appear 150ms ease-out' },
      _closed: { animation: 'none' },
    },
    positioner: {
      position: 'fixed',
      inset: '0',
      display: 'flex',
      flexDirection: 'column',
      alignItems: 'center',
      justifyContent: { base: 'flex-end', sm: 'flex-start' },
      p: { base: '0', sm: '6' },
      // The space above shrinks before a tall dialog has to scroll.
      _before: { sm: { content: '""', flex: '0 9999 calc(12vh - 24px)' } },
      // A toast covers the top: the title of a tall dialog stays below it.
      'body:has([data-toast]) &': { sm: { pt: '76px', _before: { flexBasis: 'calc(12vh - 76px)' } } },
      zIndex: 'calc(var(--kho-z-index-dialog) + var(--layer-index, 0))',
      [low]: { sm: { p: '2' } },
    },
    content: {
      display: 'flex',
      flexDirection: 'column',
      width: 'full',
      maxW: 'full',
      minH: '0',
      maxH: { base: '92dvh', sm: 'full' },
      bg: 'bg.raised',
      borderRadius: 'xl',
      borderBottomRadius: { base: '0', sm: 'xl' },
      boxShadow: 'lg',
      outline: 'none',
      pb: { base: 'env(safe-area-inset-bottom)', sm: '0' },
      [low]: { overflowY: 'auto', overscrollBehavior: 'contain' },
      _open: { animation: { base: 'sheetIn 180ms ease-out', sm: 'rise 160ms ease-out' } },
      _closed: { animation: 'none' },
    },
    header: {
      display: 'flex',
      alignItems: 'flex-start',
      justifyContent: 'space-between',
      gap: '4',
      pt: '5',
      pb: '2',
      ps: '6',
      pe: '4',
    },
    title: { textStyle: 'heading', fontSize: '18px', lineHeight: '28px', pt: '1', overflowWrap: 'anywhere' },
    description: { color: 'fg.muted' },
    body: {
      display: 'flex',
      flexDirection: 'column',
      gap: '5',
      px: '6',
      pb: '2',
      '&:last-child': { pb: '6', borderBottomRadius: 'inherit' },
      '&:not(:has([data-part=description]))': { pt: '3' },
      '& > *': { flexShrink: '0' },
      overflowY: 'auto',
      overscrollBehavior: 'contain',
      [low]: { overflowY: 'visible', flexShrink: '0' },
      background: scrollEdges,
    },
    footer: {
      display: 'flex',
      flexDirection: { base: 'column-reverse', sm: 'row' },
      justifyContent: 'flex-end',
      alignItems: 'stretch',
      gap: '2',
      px: '6',
      pt: '4',
      pb: '6',
    },
  },
})

const widths = { normal: '480px', large: '800px' } as const

/** Places the first field of a dialog exactly over `name`: its label and the title are then for screen readers only. */
function coverName(name: DOMRect) {
  const padding = 8
  const textInset = padding + 13
  const width = Math.min(Math.max(name.width, 320), 480)
  return {
    positioner: { display: 'block', p: '0' },
    content: {
      position: 'absolute',
      left: `min(${name.left - textInset}px, 100vw - ${width}px - 16px)`,
      top: `min(${(name.top + name.bottom) / 2 - padding}px - var(--kho-sizes-field) / 2, 100dvh - 200px)`,
      width: `${width}px`,
      maxH: 'none',
      _open: { animation: 'appear 100ms ease-out' },
      '& label': { srOnly: true },
    },
    part: { p: `${padding}px !important` },
  } as const
}

type Props = {
  open: boolean
  /**
   * Called by Escape, a click outside, or the cross. Without it the dialog stays open until its question is answered.
   */
  onClose?: (() => void) | undefined
  /** Whether a click outside closes it, too; true by default. */
  closesOutside?: boolean
  title: ReactNode
  lead?: ReactNode
  /** The element with `data-autofocus` gets the initial focus. */
  children?: ReactNode
  /** The buttons, the main one last: it is on the right, and on a phone at the top. */
  footer?: ReactNode
  role?: 'dialog' | 'alertdialog'
  /** `large` for two columns of fields, or lines that must not be cut. */
  size?: keyof typeof widths
  /** A name on the screen to edit in place, with one field. */
  over?: DOMRect | null | undefined
  /** Called when the dialog is gone from the page. */
  onExited?: () => void
}

/** The description at the top of a dialog: a dialog with steps renders one per step, instead of the dialog's `lead`. */
export const DialogLead = Parts.Description

/**
 * The previously focused element may have been removed by the dialog's act: then the screen gets the focus, and not the
 * start of the page.
 */
function keepFocus() {
  if (document.activeElement === document.body) document.getElementById('content')?.focus()
}

/**
 * A dialog in the middle of a desktop, a sheet at the bottom of a phone. If it is too tall, its body scrolls between
 * title and buttons; in a low window all of it scrolls. Traps the focus, and returns it on closing.
 */
export function Dialog({
  open,
  onClose,
  closesOutside = true,
  title,
  lead,
  children,
  footer,
  role,
  size = 'normal',
  over,
  onExited,
}: Props) {
  const t = useText()
  useBackCloses(open, onClose)
  const inPlace = over ? coverName(over) : null
  return (
    <Parts.Root
      recipe={recipe}
      open={open}
      role={role ?? 'dialog'}
      lazyMount
      unmountOnExit
      closeOnEscape={onClose !== undefined}
      closeOnInteractOutside={closesOutside && onClose !== undefined}
      onOpenChange={({ open }) => !open && onClose?.()}
      // Only a click or Escape closes it: focus also moves when a menu or another script returns it late.
      onFocusOutside={event => event.preventDefault()}
      onExitComplete={() => {
        keepFocus()
        onExited?.()
      }}
    >
      <Portal>
        <Parts.Backdrop bg={inPlace ? 'transparent' : undefined} />
        <Parts.Positioner css={inPlace?.positioner}>
          <Parts.Content maxW={{ sm: widths[size] }} css={inPlace?.content}>
            {inPlace ? (
              <Parts.Title srOnly>{title}</Parts.Title>
            ) : (
              <Parts.Header>
                <Parts.Title>{title}</Parts.Title>
                {onClose && (
                  <IconButton size="sm" label={t('common.close')} onClick={onClose}>
                    <X />
                  </IconButton>
                )}
              </Parts.Header>
            )}
            <Parts.Body css={inPlace?.part}>
              {lead && <DialogLead>{lead}</DialogLead>}
              {children}
            </Parts.Body>
            {footer && <Parts.Footer css={inPlace?.part}>{footer}</Parts.Footer>}
          </Parts.Content>
        </Parts.Positioner>
      </Portal>
    </Parts.Root>
  )
}

/**
 * Allows a dialog that is mounted only while open to play its exit animation: `close` starts it, and `onExited` (of
 * `Dialog`) has its owner unmount it.
 */
export function useClosing(onClosed: () => void) {
  const [open, setOpen] = useState(true)
  return { open, close: () => setOpen(false), onExited: onClosed }
}
