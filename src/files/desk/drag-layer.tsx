import { chakra } from '@chakra-ui/react'
import { Copy, FolderInput } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { mayCarry } from '../../../domain/carry.ts'
import type { ObjectItem } from '../../../openapi/schema.ts'
import { folderName, type Place } from '../../buckets/addresses.ts'
import { useText } from '../../i18n/text.ts'
import { useUser } from '../../session/flow.ts'
import type { CopyAct } from '../dialogs/copying.ts'
import type { FileDialog } from '../dialogs/file-dialogs.tsx'
import { carry } from './carry.ts'
import { folderAt, type ShownFolder } from './folder-at.ts'
import { TargetFrame } from './target-frame.tsx'

type Props = {
  /** The folder with the items. */
  place: Place
  items: readonly ObjectItem[]
  openDialog: (dialog: FileDialog) => void
  onEnd: () => void
}

type Over = { x: number; y: number; act: CopyAct; target: ShownFolder | null }

/** A Mac’s key for it is Option. */
const actOf = ({ ctrlKey, altKey }: DragEvent): CopyAct => (ctrlKey || altKey ? 'copy' : 'move')

const elementAt = ({ target }: DragEvent) => (target instanceof Element ? target : null)

/**
 * Drags items of the open folder onto another one: a row, a part of the path, or any link to a folder. Moves them; with Ctrl
 * copies them.
 */
export default function DragLayer({ place, items, openDialog, onEnd }: Props) {
  const t = useText()
  const user = useUser()
  const { bucket } = place
  const [over, setOver] = useState<Over | null>(null)
  const [allowed] = useState(() => new Map<string, boolean>())
  /** Remembers the answers: it is called many times a second. */
  function mayDrop(act: CopyAct, target: Place): boolean {
    const id = `${act} ${target.bucket}/${target.prefix}`
    const keys = () => items.map(({ key }) => key)
    const may = allowed.get(id) ?? mayCarry(user, { bucket, keys: keys(), removes: act === 'move' }, target)
    allowed.set(id, may)
    return may
  }
  const onOver = useEffectEvent((event: DragEvent) => {
    const act = actOf(event)
    const shown = folderAt(elementAt(event), place)
    const target = shown && mayDrop(act, shown.place) ? shown : null
    setOver({ x: event.clientX, y: event.clientY, act, target })
    if (!target) return
    event.preventDefault()
    event.dataTransfer!.dropEffect = act
  })
  const onDrop = useEffectEvent((event: DragEvent) => {
    const act = actOf(event)
    const to = folderAt(elementAt(event), place)?.place
    onEnd()
    if (!to || !mayDrop(act, to)) return
    event.preventDefault()
    void carry(user, { act, bucket, items }, to, () => openDialog({ about: act, items, to }))
  })
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    addEventListener('dragover', event => onOver(event), { signal })
    addEventListener('drop', event => onDrop(event), { signal })
    addEventListener('dragend', () => end(), { signal })
    // A row that was scrolled out of the list meanwhile sends no `dragend`.
    addEventListener('pointermove', () => end(), { signal })
    return () => controller.abort()
  }, [])
  if (!over) return null
  const values = { count: items.length, name: items[0]!.name.replace(/\/$/, '') }
  const to = over.target && folderName(over.target.place)
  const text =
    to === null
      ? t('files.dragged', values)
      : t(over.act === 'copy' ? 'files.dragCopy' : 'files.dragMove', { ...values, to })
  return createPortal(
    <>
      {over.target && <TargetFrame element={over.target.element} />}
      <Label
        data-dragged=""
        style={{ left: `min(${over.x + 16}px, 100vw - 336px)`, top: `min(${over.y + 16}px, 100vh - 80px)` }}
      >
        {over.act === 'copy' ? <Copy aria-hidden="true" /> : <FolderInput aria-hidden="true" />}
        <span>
          {text}
          {over.act === 'move' && (
            <chakra.span display="block" textStyle="small" color="fg.muted">
              {t('files.dragHint')}
            </chakra.span>
          )}
        </span>
      </Label>
    </>,
    document.body,
  )
}

const Label = chakra('div', {
  base: {
    position: 'fixed',
    zIndex: 'toast',
    pointerEvents: 'none',
    display: 'flex',
    gap: '2.5',
    maxW: '320px',
    px: '3',
    py: '2',
    borderRadius: 'md',
    bg: 'bg.raised',
    boxShadow: 'lg',
    textStyle: 'body',
    overflowWrap: 'anywhere',
    _icon: { boxSize: '18px', flexShrink: '0', mt: '2px', color: 'fg.accent' },
  },
})
