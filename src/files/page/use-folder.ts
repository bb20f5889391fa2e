import { useActorRef, useSelector } from '@xstate/react'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useSearch } from 'wouter'
import { mayCall } from '../../../domain/permissions.ts'
import { selectionMachine } from '../../../machines/selection/machine.ts'
import { prune, type SelectionChange } from '../../../machines/selection/rules.ts'
import { selectSelectingAll, selectSelection } from '../../../machines/selection/selectors.ts'
import type { ObjectItem } from '../../../openapi/schema.ts'
import { refresh } from '../../api/query.ts'
import { addressAbove, folderAddress, lifecycleAddress, type Place } from '../../buckets/addresses.ts'
import { useUser } from '../../session/flow.ts'
import { queryClient } from '../../session/query-client.ts'
import { useBackCloses } from '../../shell/overlays.ts'
import { showToast } from '../../shell/toast.ts'
import { useShortcut } from '../../ui/shortcuts.ts'
import { usePhone } from '../../ui/use-width.ts'
import { onUploaded } from '../../uploads/other-tabs.ts'
import type { OpenMenu } from '../actions/file-actions.tsx'
import {
  closePanel,
  isListAlone,
  objectAddress,
  objectOf,
  overListState,
  panelState,
  previewAddress,
} from '../addresses.ts'
import type { FileDialog } from '../dialogs/file-dialogs.tsx'
import { canDelete, canRename } from '../file-rights.ts'
import { type Column, nextSort } from '../list/columns.ts'
import { useFolderView } from '../list/folder-view.ts'
import { itemOf } from '../list/listing-pages.ts'
import type { FileViewProps } from '../list/use-file-view.ts'
import { useFolderRows } from '../list/use-folder-rows.ts'
import { usePublishRows } from '../shown-rows.ts'
import { useDownload, warnIfTooMany } from './use-download.ts'

const noItems: readonly ObjectItem[] = []

const selectionFlow = selectionMachine.provide({
  actions: { 'tell cut': () => showToast('files.selectedCut', { severity: 'info' }) },
})

/** Minimum ms between additions of new uploads to the list. */
const uploadedIntervalMs = 1000

/** Rows, selection, menu and dialog of a folder, with its shortcuts: the props of the parts of `folder-screen.tsx`. */
export function useFolder(place: Place) {
  const user = useUser()
  const [, navigate] = useLocation()
  const { bucket, prefix } = place
  const [view, changeView] = useFolderView(prefix)
  const { search } = view
  const searchInput = useRef<HTMLInputElement>(null)
  const [dialog, setDialog] = useState<FileDialog | null>(null)
  const openDialog = useCallback((dialog: FileDialog) => {
    if (!('items' in dialog && warnIfTooMany(dialog.items))) setDialog(dialog)
  }, [])
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const phone = usePhone()
  const mayRead = mayCall(user, 'paginateObjects')
  const flow = useActorRef(selectionFlow)
  const selectingAll = useSelector(flow, selectSelectingAll)
  const storedSelection = useSelector(flow, selectSelection)
  const folder = useFolderRows(place, view, mayRead, selectingAll)
  const { listing, rows } = folder
  const { upsert, removeKeys } = listing
  const order = useMemo(() => rows.map(row => row.key), [rows])
  const selection = useMemo(() => prune(storedSelection, order), [storedSelection, order])
  const allLoaded = listing.complete || listing.cut || search !== ''
  const onSelect = useCallback(
    (change: SelectionChange) =>
      flow.send(
        change.type === 'all'
          ? { type: 'select all', loaded: allLoaded, order }
          : { type: 'change', change, order },
      ),
    [flow, order, allLoaded],
  )
  useEffect(() => {
    if (!selectingAll || (!allLoaded && !listing.error)) return
    flow.send({
      type: 'rows loaded',
      complete: listing.complete,
      order: listing.rows.map(row => row.key),
    })
  }, [flow, selectingAll, allLoaded, listing])
  useUploaded(place, upsert)
  usePublishRows(rows, listing.complete)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new folder resets selection, menu and dialog
  useEffect(() => {
    flow.send({ type: 'folder opened' })
    setMenu(null)
    setDialog(null)
  }, [prefix])

  function refreshAll() {
    void refresh(queryClient, ['/objects/acl/many', '/objects/details'], { bucket })
    return listing.refresh()
  }

  const download = useDownload(place, removeKeys)
  const open = useCallback(
    (item: ObjectItem) => {
      if (item.type === 'folder') navigate(folderAddress({ bucket, prefix: item.key }))
      else if (mayCall(user, 'getDownloadUrl'))
        navigate(previewAddress(item.name), { state: overListState() })
    },
    [bucket, navigate, user],
  )
  const lifecycle = (folder: ObjectItem) => navigate(lifecycleAddress(bucket, folder.key))
  function inspect(item: ObjectItem, tab: string) {
    const replace = objectOf(location.search) !== null
    navigate(objectAddress(item.name, tab), { replace, state: replace ? history.state : panelState() })
  }

  const selectedItems = useMemo(
    () => (selection.keys.size === 0 ? [] : rows.filter(row => selection.keys.has(row.key))),
    [rows, selection.keys],
  )
  const openMenu = useCallback(
    (item: ObjectItem, at: { x: number; y: number }) =>
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
  const openParent = useCallback(() => navigate(addressAbove({ bucket, prefix })), [bucket, prefix, navigate])
  const focusSearch = useCallback(() => {
    // The selection bar replaces the search field.
    flushSync(clearSelection)
    searchInput.current?.focus()
  }, [clearSelection])
  useShortcut('list', 'up', openParent)
  useShortcut('list', 'search', focusSearch)
  useShortcut('list', 'all', rows.length > 0 ? selectAll : null)
  useShortcut('list', 'remove', selectedItems.length > 0 ? deleteSelected : null)
  useShortcut('list', 'rename', selectedItems.length === 1 ? renameSelected : null)

  const active = selection.active === null ? undefined : rows.find(row => row.key === selection.active)
  useInspectShortcut(active?.name)
  usePanelSync(active?.name, name => onSelect({ type: phone ? 'focus' : 'only', key: prefix + name }))

  const events = { open, download, lifecycle, inspect, openDialog }
  const sorting = {
    sort: folder.sort,
    sortBy: (column: Column) =>
      folder.canSort(column) ? () => changeView({ sort: nextSort(folder.sort, column) }) : null,
  }
  return {
    ...{ folder, view, changeView, searchInput, sorting, refreshAll, openDialog },
    /** The bar of a selection; null without one. */
    selectionBar: selecting
      ? {
          items: selectedItems,
          reading: selectingAll ? listing.rows.length : null,
          onDownload: () => download(selectedItems),
          onDelete: deleteSelected,
          onMenu: (at: OpenMenu['at']) => setMenu({ items: selectedItems, at }),
          onClear: clearSelection,
        }
      : null,
    list: {
      ...{ bucket, rows, selection, selectingAll, onSelect, ...sorting },
      count: listing.complete ? rows.length : null,
      onOpen: open,
      onRemove: deleteSelected,
      onRename: renameSelected,
      onMenu: openMenu,
      menuItems: menu?.items ?? noItems,
      onEnd: folder.loadMore,
    } satisfies FileViewProps,
    menu: { open: menu !== null, menu, events, onClose: () => setMenu(null) },
    dialogs: {
      ...{ place, dialog, onClose: () => setDialog(null) },
      hasSelection: selectedItems.length > 0,
      list: {
        ...{ upsert, removeKeys },
        isTaken: (name: string) => listing.rows.some(row => row.name === name),
        selectOnly: (key: string) => onSelect({ type: 'only', key }),
        openNew: mayRead ? null : open,
      },
    },
  }
}

/** Opens and closes the object panel for the active row by its shortcut. */
function useInspectShortcut(activeName: string | undefined): void {
  const [, navigate] = useLocation()
  const may = mayCall(useUser(), 'getObjectDetails')
  const toggle = useCallback(() => {
    if (objectOf(location.search)) closePanel(navigate)
    else if (activeName !== undefined) navigate(objectAddress(activeName), { state: panelState() })
  }, [activeName, navigate])
  useShortcut('list', 'inspect', may ? toggle : null)
}

/** Keeps the object panel and the active row in sync: a change of one updates the other. */
function usePanelSync(activeName: string | undefined, onPanelItem: (name: string) => void): void {
  const [, navigate] = useLocation()
  const panel = objectOf(useSearch())
  const name = panel?.name
  const updatePanel = useEffectEvent(() => {
    if (panel && activeName !== undefined && activeName !== name) {
      navigate(objectAddress(activeName, panel.tab), { replace: true, state: history.state })
    }
  })
  const updateRow = useEffectEvent(() => {
    if (name !== undefined && name !== activeName) onPanelItem(name)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each new active row
  useEffect(() => updatePanel(), [activeName])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each new item of the panel
  useEffect(() => updateRow(), [name])
}

/** Calls `upsert` with new uploads in the folder. */
function useUploaded({ bucket, prefix }: Place, upsert: (items: readonly ObjectItem[]) => void): void {
  useEffect(() => {
    let items: ObjectItem[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const flush = () => {
      timer = undefined
      upsert(items)
      items = []
    }
    const stop = onUploaded(object => {
      const item = object.bucket === bucket ? itemOf(prefix, object, Math.floor(Date.now() / 1000)) : null
      if (!item) return
      items.push(item)
      timer ??= setTimeout(flush, uploadedIntervalMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
      if (items.length > 0) upsert(items)
    }
  }, [bucket, prefix, upsert])
}
