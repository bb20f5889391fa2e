import { useCallback, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { mayCall } from '../../../domain/permissions.ts'
import type { ObjectItem } from '../../../openapi/schema.ts'
import type { Place } from '../../buckets/addresses.ts'
import { useUser } from '../../session/flow.ts'
import type { ShownClip, TakenItems } from '../desk/clipboard.tsx'
import { isElsewhere } from '../desk/dropped-files.ts'
import type { FileDialog } from '../dialogs/file-dialogs.tsx'
import { isOwn } from '../file-rights.ts'
import { clipText, keptClip } from '../kept-clip.ts'
import { warnIfTooMany } from './too-many.ts'

type Items = readonly ObjectItem[]
const noKeys: ReadonlySet<string> = new Set()

/** What of a folder is dragged, copied and cut, with the props of the parts that load with it; null before. */
export function useCarried(
  place: Place,
  selected: Items,
  selectedKeys: ReadonlySet<string>,
  openDialog: (dialog: FileDialog) => void,
) {
  const user = useUser()
  const mayTake = useMayTake()
  const [dragged, setDragged] = useState<Items | null>(null)
  const onDrag = useCallback(
    (item: ObjectItem) => {
      const items = selectedKeys.has(item.key) ? selected : [item]
      if (!mayTake(items)) return false
      setDragged(items)
      return true
    },
    [mayTake, selectedKeys, selected],
  )
  const [taken, setTaken] = useState<TakenItems | null>(null)
  const onTake = useTaking(selected, mayTake, setTaken)
  const [clip, setClip] = useState<ShownClip | null>(null)
  const hasClip = useSyncExternalStore(keptClip.subscribe, () => keptClip.read(user.id)) !== ''
  return {
    ...{ onDrag, onTake },
    cut: clip?.cut ?? noKeys,
    paste: clip?.paste ?? null,
    drag: dragged && { place, items: dragged, openDialog, onEnd: () => setDragged(null) },
    clipboard:
      hasClip || taken ? { place, taken, openDialog, onTaken: () => setTaken(null), onClip: setClip } : null,
  }
}

/** Whether these items may be dragged, copied and cut; says why not if they are too many. */
export function useMayTake(): (items: Items) => boolean {
  const user = useUser()
  return useCallback(
    items => mayCall(user, 'copyObjects') && !items.some(isOwn) && !warnIfTooMany(items),
    [user],
  )
}

/**
 * Takes the selection by the keys of the browser that copy and cut. Selected text, fields and dialogs keep these. Returns
 * what takes other items, for a menu.
 */
export function useTaking(
  selected: Items,
  mayTake: (items: Items) => boolean,
  onTaken: (taken: TakenItems) => void,
): (taken: TakenItems) => void {
  const take = useEffectEvent((event: ClipboardEvent) => {
    const isText = isElsewhere(event.target) || getSelection()?.type === 'Range'
    if (isText || selected.length === 0 || !mayTake(selected)) return
    event.preventDefault()
    event.clipboardData?.setData('text/plain', clipText(selected.map(({ key }) => key)))
    onTaken({ act: event.type === 'cut' ? 'move' : 'copy', items: selected })
  })
  useEffect(() => {
    const controller = new AbortController()
    for (const type of ['copy', 'cut'] as const)
      addEventListener(type, event => take(event), { signal: controller.signal })
    return () => controller.abort()
  }, [])
  return taken => {
    if (!mayTake(taken.items)) return
    // Without it the keys paste what the system had before; the button and the menu do not ask the system.
    void navigator.clipboard?.writeText(clipText(taken.items.map(({ key }) => key))).catch(() => undefined)
    onTaken(taken)
  }
}
