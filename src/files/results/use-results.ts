import { useCallback, useMemo } from 'react'
import { useLocation } from 'wouter'
import { breadcrumb, nameOf } from '../../../domain/object-key.ts'
import { mayCall } from '../../../domain/permissions.ts'
import { deskTexts } from '../../../languages/screen-texts.ts'
import type { ObjectItem } from '../../../openapi/schema.ts'
import { folderAddress, lifecycleAddress } from '../../buckets/addresses.ts'
import { withMessages } from '../../i18n/text.ts'
import { useUser } from '../../session/flow.ts'
import { showToast } from '../../shell/toast.ts'
import { usePhone } from '../../ui/use-width.ts'
import { overListState, previewAddress } from '../addresses.ts'
import type { TakenItems } from '../desk/clipboard.tsx'
import type { FileDialog } from '../dialogs/file-dialogs.tsx'
import type { Column, Sort } from '../list/columns.ts'
import type { FileViewProps } from '../list/use-file-view.ts'
import { useMayTake, useTaking } from '../page/use-carried.ts'
import { useDownload } from '../page/use-download.ts'
import { useItemActs, useSelectionFlow } from '../page/use-item-acts.ts'
import { useInspect, useInspectShortcut, usePanelSync } from '../page/use-panel.ts'
import { haveSameName, type Part } from '../parts.ts'
import { usePublishRows } from '../shown-rows.ts'
import { type Order, orders, type Search, searchQuery } from './filters.ts'
import { type FoundItem, partsOf } from './found-items.ts'
import { useFound } from './use-found.ts'

const nowhere = { bucket: '', prefix: '' }

const sorts: Record<Order, Sort | null> = {
  best: null,
  newest: { column: 'modified', descending: true },
  largest: { column: 'size', descending: true },
}

/** Rows, selection, menu and dialog of the results of a search, with its shortcuts. */
export function useResults(search: Search, onOrder: (order: Order) => void) {
  const user = useUser()
  const phone = usePhone()
  const [, navigate] = useLocation()
  const [flow, selectingAll] = useSelectionFlow()
  const found = useFound(search, selectingAll)
  const { rows, complete, cut, stopped, error, removeKeys } = found
  const acts = useItemActs(flow, {
    rows,
    list: searchQuery(search),
    hasAll: complete || cut || stopped,
    failed: error !== null,
    complete,
    loaded: rows,
  })
  const { onSelect, openDialog, selectedItems, active } = acts
  // The address of preview and panel names a result by its bucket and key.
  const published = useMemo(() => rows.map(row => ({ ...row, name: row.key })), [rows])
  usePublishRows(published, complete)

  const downloadFrom = useDownload(removeKeys)
  async function download(items: readonly ObjectItem[]) {
    for (const part of partsOf(items))
      await downloadFrom({ bucket: part.bucket, prefix: folderOfAll(part) }, part.items)
  }
  const openFolder = useCallback(
    (item: ObjectItem) => {
      const { folder, name } = item as FoundItem
      navigate(`${folderAddress(folder)}?${new URLSearchParams({ object: name })}`)
    },
    [navigate],
  )
  const open = useCallback(
    (item: ObjectItem) => {
      if (item.type === 'folder') navigate((item as FoundItem).address)
      else if (mayCall(user, 'getDownloadUrl')) navigate(previewAddress(item.key), { state: overListState() })
    },
    [navigate, user],
  )
  const inspectAt = useInspect()
  const inspect = ({ key }: ObjectItem, tab: string) => inspectAt({ name: key }, tab)
  function lifecycle(item: ObjectItem) {
    const { folder, object } = item as FoundItem
    navigate(lifecycleAddress(folder.bucket, object.key))
  }
  useInspectShortcut(active?.key)
  usePanelSync(active?.key, key => onSelect({ type: phone ? 'focus' : 'only', key }))

  async function keep({ act, items }: TakenItems) {
    const [part, ...others] = partsOf(items)
    if (others.length > 0) return showToast('results.oneBucket', { severity: 'info', durationMs: 10_000 })
    const { take } = await withMessages(import('../desk/take.ts'), deskTexts)
    take(user.id, part!.bucket, { act, items: part!.items })
  }
  const take = useTaking(selectedItems, useMayTake(), taken => void keep(taken))

  function ask(dialog: FileDialog) {
    const copies = dialog.about === 'copy' || dialog.about === 'move'
    if (copies && sameNameInSeveral(partsOf(dialog.items)))
      showToast('results.sameNames', { severity: 'info', durationMs: 10_000 })
    else openDialog(dialog)
  }
  const sortBy = (column: Column) => {
    const order = orders.find(order => sorts[order]?.column === column)
    return order && (() => onOrder(order))
  }
  const { dialog } = acts.dialog
  const [first] = dialog && 'items' in dialog ? partsOf(dialog.items) : []
  return {
    found,
    selectionBar: acts.bar(items => void download(items)),
    list: {
      ...{ bucket: '', rows, ...acts.list, sort: sorts[search.order], sortBy },
      count: complete ? rows.length : null,
      onOpen: open,
      onEnd: found.loadMore,
    } satisfies FileViewProps,
    menu: {
      ...acts.menu,
      events: { open, openFolder, download, lifecycle, inspect, openDialog: ask, take },
    },
    dialogs: {
      ...acts.dialog,
      partsOf,
      place: first ? { bucket: first.bucket, prefix: folderOfAll(first) } : nowhere,
      hasSelection: selectedItems.length > 0,
      list: {
        ...{ removeKeys, isTaken: () => false, selectOnly: () => undefined, openNew: null },
        upsert: () => void found.refresh(),
      },
    },
  }
}

/** Jobs of several buckets run at once: two files of one name would take the place of each other. */
const sameNameInSeveral = (parts: readonly Part[]) =>
  parts.length > 1 && haveSameName(parts.flatMap(({ items }) => items))

/** The innermost folder that has all of them; empty for that of the bucket. */
function folderOfAll({ items }: Part): string {
  const [first = '', ...keys] = items.map(({ key }) => key)
  const folders = breadcrumb(first.slice(0, first.length - nameOf(first).length)).map(({ prefix }) => prefix)
  return folders.findLast(folder => keys.every(key => key.startsWith(folder))) ?? ''
}
