import { chakra } from '@chakra-ui/react'
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'wouter'
import { mayCall } from '../../domain/permissions.ts'
import type { ObjectItem } from '../../openapi/schema.ts'
import { bucketPageAddress } from '../buckets/address.ts'
import { addressAbove, folderAddress, folderName, type Place } from '../buckets/folder-address.ts'
import { lifecycleAddress } from '../buckets/lifecycle-address.ts'
import { useVersioning } from '../buckets/use-versioning.ts'
import { SearchField } from '../forms/search-field.tsx'
import { useText } from '../i18n/text.ts'
import { useUser } from '../session/provider.ts'
import { queryClient } from '../session/query-client.ts'
import { showToast } from '../shell/shell.ts'
import { NameText } from '../ui/name-text.tsx'
import { RowMenu } from '../ui/row-menu.tsx'
import { useRoom } from '../ui/use-room.ts'
import { useShortcut } from '../ui/use-shortcut.ts'
import { aclsKey } from './acls-key.ts'
import { addFiles } from './adding/add-files.ts'
import { Breadcrumb } from './breadcrumb.tsx'
import { deletedAddress } from './deleted/deleted-address.ts'
import { DropZone } from './drop-zone.tsx'
import { fileActions } from './file-actions.tsx'
import { type Asking, FileDialogs } from './file-dialogs.tsx'
import { FileList } from './file-list.tsx'
import { FolderButtons, SelectionBar } from './file-toolbar.tsx'
import { FolderCount } from './folder-count.tsx'
import {
  BlindPlace,
  EmptyPlace,
  ListingFailure,
  MoreFailed,
  NoSuchBucket,
  NoSuchFolder,
  NothingFoundHere,
} from './folder-states.tsx'
import { searchLimit, useFolderView } from './folder-view.ts'
import { nameOfItem } from './item-parts.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { objectAddress, overList, previewAddress } from './open-address.ts'
import { noSelection, prune, type SelectionEvent, select } from './selection.ts'
import { FileTiles, ShapeButton } from './shape-button.tsx'
import { useShareRows } from './shown-rows.ts'
import { isTooMany } from './too-many.ts'
import { useDownload } from './use-download.ts'
import { useFolderRows } from './use-folder-rows.ts'
import { useInspectShortcut } from './use-inspect-shortcut.ts'
import { useInspected } from './use-inspected.ts'
import { usePickers } from './use-pickers.tsx'
import { useUploaded } from './use-uploaded.ts'

type MenuPlace = { items: readonly ObjectItem[]; at: { x: number; y: number } } | null

const none: readonly ObjectItem[] = []
/** Px in which the way to the folder and the words of the buttons have room. */
const leastHead = 860

export function FolderScreen({ place }: { place: Place }) {
  const t = useText()
  const user = useUser()
  const [, navigate] = useLocation()
  const { bucket, prefix } = place
  const [looked, view] = useFolderView(prefix)
  const { search, sort, shape } = looked
  const searching = useRef<HTMLInputElement>(null)
  const [asking, setAsking] = useState<Asking | null>(null)
  const ask = useCallback((wanted: Asking) => {
    if (!('items' in wanted && isTooMany(wanted.items))) setAsking(wanted)
  }, [])
  const [menu, setMenu] = useState<MenuPlace>(null)
  const mayRead = mayCall(user, 'paginateObjects')
  const versioning = useVersioning(bucket)
  const keepsVersions = versioning === 'enabled' || versioning === 'suspended'
  const [head, room] = useRoom(leastHead)
  const [selectingAll, setSelectingAll] = useState(false)
  const folder = useFolderRows(place, looked, mayRead, selectingAll)
  const { listing, rows } = folder
  const { put, drop } = listing
  const order = useMemo(() => rows.map(row => row.key), [rows])
  const [kept, change] = useReducer(
    (now: typeof noSelection, event: SelectionEvent & { order: readonly string[] }) =>
      select(now, event, event.order),
    noSelection,
  )
  const selection = useMemo(() => prune(kept, order), [kept, order])
  const whole = listing.complete || listing.cut || search !== ''
  const onSelect = useCallback(
    (event: SelectionEvent) => {
      setSelectingAll(event.type === 'all' && !whole)
      if (event.type !== 'all' || whole) change({ ...event, order })
    },
    [order, whole],
  )
  useEffect(() => {
    if (!selectingAll || (!whole && !listing.error)) return
    setSelectingAll(false)
    change({ type: 'all', order: listing.rows.map(row => row.key) })
    if (!listing.complete) showToast('files.selectedCut', { severity: 'info' })
  }, [selectingAll, whole, listing])
  useUploaded(place, put)
  useShareRows(rows, listing.complete)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another folder begins without the old selection
  useEffect(() => {
    setSelectingAll(false)
    change({ type: 'none', order: [] })
  }, [prefix])

  const pickers = usePickers(items => void addFiles(place, items))
  const mayUpload = mayCall(user, 'getPutUrls')
  const uploads = mayUpload ? { onFiles: pickers.pickFiles, onFolder: pickers.pickFolder } : null
  const here = folderName(place)

  const { refresh: refreshList } = listing
  const refresh = useCallback(() => {
    refreshList()
    void queryClient.invalidateQueries({ queryKey: aclsKey(bucket) })
  }, [bucket, refreshList])

  const download = useDownload(place, drop)
  const open = useCallback(
    (item: ObjectItem) => {
      if (item.type === 'folder') navigate(folderAddress({ bucket, prefix: item.key }))
      else if (mayCall(user, 'getDownloadUrl')) navigate(previewAddress(item.name), { state: overList() })
    },
    [bucket, navigate, user],
  )
  const lifecycle = useCallback(
    (folder: ObjectItem) => navigate(lifecycleAddress(bucket, folder.key)),
    [bucket, navigate],
  )
  const remove = useCallback(
    (items: readonly ObjectItem[]) => {
      if (items.length > 0 && mayCall(user, 'deleteSelection')) ask({ about: 'delete', items })
    },
    [user, ask],
  )
  const rename = useCallback(
    (item: ObjectItem | undefined) => {
      if (item && mayCall(user, 'renameObject')) ask({ about: 'rename', item })
    },
    [user, ask],
  )
  const chosen = useMemo(
    () => (selection.keys.size === 0 ? [] : rows.filter(row => selection.keys.has(row.key))),
    [rows, selection.keys],
  )
  const openMenu = useCallback(
    (item: ObjectItem, at: { x: number; y: number }) =>
      setMenu({ items: selection.keys.has(item.key) ? chosen : [item], at }),
    [selection.keys, chosen],
  )
  const clear = useCallback(() => onSelect({ type: 'none' }), [onSelect])
  const all = useCallback(() => onSelect({ type: 'all' }), [onSelect])
  const removeChosen = useCallback(() => remove(chosen), [remove, chosen])
  const renameChosen = useCallback(
    () => rename(chosen.length === 1 ? chosen[0] : undefined),
    [rename, chosen],
  )
  useShortcut('page', 'clear', chosen.length > 0 || selectingAll ? clear : null)
  const goUp = useCallback(() => navigate(addressAbove({ bucket, prefix })), [bucket, prefix, navigate])
  const goSearch = useCallback(() => {
    // The bar of the selection stands where the search is.
    flushSync(clear)
    searching.current?.focus()
  }, [clear])
  useShortcut('list', 'up', goUp)
  useShortcut('list', 'search', goSearch)
  useShortcut('list', 'all', rows.length > 0 ? all : null)
  useShortcut('list', 'remove', chosen.length > 0 ? removeChosen : null)
  useShortcut('list', 'rename', chosen.length === 1 ? renameChosen : null)

  const inspect = useCallback(
    (item: ObjectItem, tab: string) => navigate(objectAddress(item.name, tab)),
    [navigate],
  )
  const active = selection.active === null ? undefined : rows.find(row => row.key === selection.active)
  useInspectShortcut(active?.name)
  useInspected(active?.name, name => onSelect({ type: 'only', key: prefix + name }))

  const FileView = shape === 'tiles' ? FileTiles : FileList
  const events = { open, download, lifecycle, inspect, ask }
  const empty = mayRead && listing.complete && !listing.error && rows.length === 0 && search === ''

  if (listing.error?.code === 'BUCKET_NOT_FOUND') return <NoSuchBucket bucket={bucket} />
  if (!listing.exists && prefix !== '') return <NoSuchFolder place={place} />
  return (
    <DropZone name={here} onItems={mayUpload ? items => void addFiles(place, items) : null}>
      <chakra.header px={{ base: '4', sm: '6', lg: '8' }} pt={{ base: '4', sm: '5' }} pb="3">
        <chakra.div ref={head} display="flex" alignItems="center" gap="4" minH="field">
          <Breadcrumb place={place} />
          <FolderButtons
            narrow={room === 0}
            uploads={!empty}
            settings={prefix === '' && mayCall(user, 'getBucketOverview') ? bucketPageAddress(bucket) : null}
            deleted={keepsVersions && mayCall(user, 'listDeletedObjects') ? deletedAddress(place) : null}
            onFiles={pickers.pickFiles}
            onFolder={pickers.pickFolder}
            onNew={() => ask({ about: 'new' })}
            onRefresh={mayRead ? refresh : null}
            refreshing={listing.refreshing}
          />
        </chakra.div>
        {mayRead && !empty && (
          <chakra.div display="flex" alignItems="center" gap="4" mt="3" minH="field">
            {chosen.length > 0 || selectingAll ? (
              <chakra.div flex="1" minW="0">
                <SelectionBar
                  items={chosen}
                  reading={selectingAll ? listing.rows.length : null}
                  onDownload={() => download(chosen)}
                  onDelete={removeChosen}
                  onMenu={at => setMenu({ items: chosen, at })}
                  onClear={clear}
                />
              </chakra.div>
            ) : (
              <>
                <SearchField
                  ref={searching}
                  label={t('files.search')}
                  value={search}
                  onValue={search => view({ search })}
                  maxLength={searchLimit}
                />
                <chakra.span flex="1" />
                <FolderCount folder={folder} search={search} sorting={sort !== null} />
              </>
            )}
            <ShapeButton shape={shape} onShape={shape => view({ shape })} />
          </chakra.div>
        )}
      </chakra.header>
      <chakra.div
        px={{ base: '0', sm: '3', lg: '5' }}
        flex="1"
        minH="0"
        display="flex"
        flexDirection="column"
      >
        {!mayRead && uploads ? (
          <BlindPlace bucket={bucket} uploads={uploads} />
        ) : listing.error && rows.length === 0 ? (
          <ListingFailure failure={listing.error.failure} onRetry={listing.refresh} />
        ) : listing.loading && shape === 'list' ? (
          <ListSkeleton />
        ) : rows.length > 0 || listing.loading || (search === '' && !listing.complete) ? (
          <>
            <FileView
              key={prefix}
              bucket={bucket}
              rows={rows}
              count={listing.complete ? rows.length : null}
              selection={selection}
              selectingAll={selectingAll}
              onSelect={onSelect}
              sort={listing.complete ? sort : null}
              onSort={folder.tooMany ? null : sort => view({ sort })}
              onOpen={open}
              onRemove={removeChosen}
              onRename={renameChosen}
              onMenu={openMenu}
              menuItems={menu?.items ?? none}
              onEnd={folder.loadMore}
            />
            {listing.error && <MoreFailed failure={listing.error.failure} onRetry={listing.retryMore} />}
          </>
        ) : search === '' ? (
          <EmptyPlace uploads={uploads} />
        ) : (
          <NothingFoundHere search={search} tooMany={folder.tooMany} />
        )}
      </chakra.div>
      {pickers.inputs}
      <RowMenu
        at={menu?.at ?? null}
        title={
          menu?.items.length === 1 ? (
            <NameText name={nameOfItem(menu.items[0]!)} />
          ) : (
            t('files.selected', { count: menu?.items.length ?? 0 })
          )
        }
        actions={menu ? fileActions(t, user, menu.items, events) : []}
        onClose={() => setMenu(null)}
      />
      <FileDialogs
        place={place}
        asking={asking}
        list={{
          isTaken: name => listing.rows.some(row => row.name === name),
          put,
          drop,
          selectOnly: key => onSelect({ type: 'only', key }),
          openNew: mayRead ? null : open,
        }}
        selected={chosen.length > 0}
        onClose={() => setAsking(null)}
      />
    </DropZone>
  )
}
