import { useActorRef, useSelector } from '@xstate/react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useSearch } from 'wouter'
import type { ActorRefFrom } from 'xstate'
import { selectionMachine } from '../../../machines/selection/machine.ts'
import { prune, type SelectionChange } from '../../../machines/selection/rules.ts'
import { selectSelectingAll, selectSelection } from '../../../machines/selection/selectors.ts'
import type { ObjectItem } from '../../../openapi/schema.ts'
import { useUser } from '../../session/flow.ts'
import { useBackCloses } from '../../shell/overlays.ts'
import { showToast } from '../../shell/toast.ts'
import { useShortcut } from '../../ui/shortcuts.ts'
import type { OpenMenu } from '../actions/file-actions.tsx'
import { isListAlone } from '../addresses.ts'
import type { FileDialog } from '../dialogs/file-dialogs.tsx'
import { canDelete, canRename } from '../file-rights.ts'
import { warnIfTooMany } from './too-many.ts'

const noItems: readonly ObjectItem[] = []

const selectionFlow = selectionMachine.provide({
  actions: { 'tell cut': () => showToast('files.selectedCut', { severity: 'info' }) },
})

/** The selection of a list, and whether all of its rows will be selected once they are loaded. */
export function useSelectionFlow() {
  const flow = useActorRef(selectionFlow)
  return [flow, useSelector(flow, selectSelectingAll)] as const
}

/** The last that was seen of selected items, by key. */
const useKnownItems = <Item>() => useState(() => new Map<string, Item>())[0]

type List<Item> = {
  /** The visible rows. */
  rows: readonly Item[]
  /** Names the list: another one resets selection, menu and dialog. */
  list: string
  /** Whether no more rows come, or more are not wanted. */
  hasAll: boolean
  /** Whether the next rows did not load. */
  failed: boolean
  complete: boolean
  /** All loaded rows. */
  loaded: readonly Item[]
  /** Whether rows come and go as they are scrolled to: those that are selected stay so. */
  partial?: boolean
}

/** Selection, menu and dialog of a list of files, with their shortcuts. */
export function useItemActs<Item extends ObjectItem>(
  flow: ActorRefFrom<typeof selectionMachine>,
  { rows, list, hasAll, failed, complete, loaded, partial = false }: List<Item>,
) {
  const user = useUser()
  const selectingAll = useSelector(flow, selectSelectingAll)
  const storedSelection = useSelector(flow, selectSelection)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const [dialog, setDialog] = useState<FileDialog | null>(null)
  const openDialog = useCallback((dialog: FileDialog) => {
    if (!('items' in dialog && warnIfTooMany(dialog.items))) setDialog(dialog)
  }, [])
  const order = useMemo(() => rows.map(row => row.key), [rows])
  const selection = useMemo(
    () => (partial ? storedSelection : prune(storedSelection, order)),
    [storedSelection, order, partial],
  )
  const known = useKnownItems<Item>()
  const forget = useCallback(
    (keys: ReadonlySet<string>) => {
      const selected = [...flow.getSnapshot().context.selection.keys]
      const left = selected.filter(key => !keys.has(key))
      if (left.length < selected.length) flow.send({ type: 'change', change: { type: 'all' }, order: left })
    },
    [flow],
  )
  const onSelect = useCallback(
    (change: SelectionChange) =>
      flow.send(
        change.type === 'all'
          ? { type: 'select all', loaded: hasAll, order }
          : { type: 'change', change, order },
      ),
    [flow, order, hasAll],
  )
  useEffect(() => {
    if (!selectingAll || (!hasAll && !failed)) return
    for (const row of loaded) known.set(row.key, row)
    flow.send({ type: 'rows loaded', complete, order: loaded.map(row => row.key) })
  }, [flow, selectingAll, hasAll, failed, complete, loaded, known])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another list resets selection, menu and dialog
  useEffect(() => {
    flow.send({ type: 'folder opened' })
    setMenu(null)
    setDialog(null)
  }, [list])

  const selectedItems = useMemo(() => {
    const { keys } = selection
    const shown = keys.size === 0 ? [] : rows.filter(row => keys.has(row.key))
    if (!partial) return shown
    for (const row of shown) known.set(row.key, row)
    for (const key of known.keys()) if (!keys.has(key)) known.delete(key)
    return [...known.values()]
  }, [rows, selection, partial, known])
  const openMenu = useCallback(
    (item: ObjectItem, at: OpenMenu['at']) =>
      setMenu({ items: selection.keys.has(item.key) ? selectedItems : [item], at }),
    [selection.keys, selectedItems],
  )
  const clearSelection = useCallback(() => onSelect({ type: 'none' }), [onSelect])
  const selectAll = useCallback(() => onSelect({ type: 'all' }), [onSelect])
  const deleteSelected = useCallback(() => {
    if (canDelete(user, selectedItems)) openDialog({ about: 'delete', items: selectedItems })
  }, [user, openDialog, selectedItems])
  const renameSelected = useCallback(() => {
    if (canRename(user, selectedItems)) openDialog({ about: 'rename', item: selectedItems[0]! })
  }, [user, openDialog, selectedItems])
  const selecting = selectedItems.length > 0 || selectingAll
  useShortcut('page', 'clear', selecting ? clearSelection : null)
  const listAlone = isListAlone(useSearch())
  useBackCloses(selecting && listAlone, clearSelection)
  useShortcut('list', 'all', rows.length > 0 ? selectAll : null)
  useShortcut('list', 'remove', selectedItems.length > 0 ? deleteSelected : null)
  useShortcut('list', 'rename', selectedItems.length === 1 ? renameSelected : null)
  return {
    ...{ onSelect, forget, openDialog, clearSelection, selectedItems },
    /** The row with the keyboard cursor. */
    active: selection.active === null ? undefined : rows.find(row => row.key === selection.active),
    /** The bar of a selection; null without one. */
    bar: (download: (items: readonly ObjectItem[]) => void) =>
      selecting
        ? {
            items: selectedItems,
            reading: selectingAll ? loaded.length : null,
            onDownload: () => download(selectedItems),
            onDelete: deleteSelected,
            onMenu: (at: OpenMenu['at']) => setMenu({ items: selectedItems, at }),
            onClear: clearSelection,
          }
        : null,
    list: {
      ...{ selection, selectingAll, onSelect },
      ...{ onRemove: deleteSelected, onRename: renameSelected, onMenu: openMenu },
      menuItems: menu?.items ?? noItems,
    },
    menu: { open: menu !== null, menu, onClose: () => setMenu(null) },
    dialog: { dialog, onClose: () => setDialog(null) },
  }
}
