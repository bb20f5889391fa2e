import { useCallback, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'wouter'
import { mayCall } from '../../../domain/permissions.ts'
import type { ObjectItem } from '../../../openapi/schema.ts'
import { refresh } from '../../api/query.ts'
import { addressAbove, folderAddress, lifecycleAddress, type Place } from '../../buckets/addresses.ts'
import { useUser } from '../../session/flow.ts'
import { queryClient } from '../../session/query-client.ts'
import { useShortcut } from '../../ui/shortcuts.ts'
import { usePhone } from '../../ui/use-width.ts'
import { onUploaded } from '../../uploads/other-tabs.ts'
import { overListState, previewAddress } from '../addresses.ts'
import { type Column, nextSort } from '../list/columns.ts'
import { useFolderView } from '../list/folder-view.ts'
import { itemOf } from '../list/listing-pages.ts'
import type { FileViewProps } from '../list/use-file-view.ts'
import { useFolderRows } from '../list/use-folder-rows.ts'
import { usePublishRows } from '../shown-rows.ts'
import { useCarried } from './use-carried.ts'
import { useDownload } from './use-download.ts'
import { useItemActs, useSelectionFlow } from './use-item-acts.ts'
import { useInspect, useInspectShortcut, usePanelSync } from './use-panel.ts'

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
  const phone = usePhone()
  const mayRead = mayCall(user, 'paginateObjects')
  const [flow, selectingAll] = useSelectionFlow()
  const folder = useFolderRows(place, view, mayRead, selectingAll)
  const { rows } = folder
  const { upsert, removeKeys: removeRows } = folder.listing
  const acts = useItemActs(flow, {
    rows,
    list: prefix,
    hasAll: folder.listing.complete || folder.listing.cut || search !== '',
    failed: folder.listing.error !== null,
    complete: folder.listing.complete,
    loaded: folder.listing.rows,
    partial: folder.window !== null,
  })
  const { onSelect, forget, openDialog, clearSelection, selectedItems, active } = acts
  const removeKeys = useCallback(
    (keys: ReadonlySet<string>) => {
      removeRows(keys)
      forget(keys)
    },
    [removeRows, forget],
  )
  const listing = { ...folder.listing, removeKeys }
  useUploaded(place, upsert)
  usePublishRows(rows, listing.complete)

  function refreshAll() {
    void refresh(queryClient, ['/objects/acl/many', '/objects/details'], { bucket })
    return listing.refresh()
  }

  const downloadFrom = useDownload(removeKeys)
  const download = (items: readonly ObjectItem[]) => void downloadFrom(place, items)
  const open = useCallback(
    (item: ObjectItem) => {
      if (item.type === 'folder') navigate(folderAddress({ bucket, prefix: item.key }))
      else if (mayCall(user, 'getDownloadUrl'))
        navigate(previewAddress(item.name), { state: overListState() })
    },
    [bucket, navigate, user],
  )
  const lifecycle = (folder: ObjectItem) => navigate(lifecycleAddress(bucket, folder.key))
  const inspect = useInspect()

  const carried = useCarried(place, selectedItems, acts.list.selection.keys, openDialog)
  const openParent = useCallback(() => navigate(addressAbove({ bucket, prefix })), [bucket, prefix, navigate])
  const focusSearch = useCallback(() => {
    // The selection bar replaces the search field.
    flushSync(clearSelection)
    searchInput.current?.focus()
  }, [clearSelection])
  useShortcut('list', 'up', openParent)
  useShortcut('list', 'search', focusSearch)

  useInspectShortcut(active?.name)
  usePanelSync(active?.name, name => onSelect({ type: phone ? 'focus' : 'only', key: prefix + name }))

  const events = {
    open,
    download,
    lifecycle,
    inspect,
    openDialog,
    paste: carried.paste,
    take: carried.onTake,
  }
  const sorting = {
    sort: folder.sort,
    sortBy: (column: Column) =>
      folder.canSort(column) ? () => changeView({ sort: nextSort(folder.sort, column) }) : null,
  }
  return {
    ...{ folder: { ...folder, listing }, view, changeView, searchInput, sorting, refreshAll, openDialog },
    /** The bar of a selection; null without one. */
    selectionBar: acts.bar(download),
    list: {
      ...{ bucket, rows, ...acts.list, ...sorting },
      ...{ cut: carried.cut, onDrag: carried.onDrag },
      count: listing.complete ? rows.length : (folder.window?.total ?? null),
      window: folder.window,
      onOpen: open,
      onEnd: folder.loadMore,
    } satisfies FileViewProps,
    drag: carried.drag,
    clipboard: carried.clipboard,
    menu: { ...acts.menu, bucket, events },
    dialogs: {
      ...{ place, ...acts.dialog },
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
