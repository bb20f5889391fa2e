import { chakra } from '@chakra-ui/react'
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useSearch } from 'wouter'
import { mayCall } from '../../../domain/permissions.ts'
import type { ObjectItem } from '../../../openapi/schema.ts'
import { refresh } from '../../api/query.ts'
import { bucketPageAddress } from '../../buckets/address.ts'
import { addressAbove, folderAddress, folderName, type Place } from '../../buckets/folder-address.ts'
import { lifecycleAddress } from '../../buckets/lifecycle-address.ts'
import { useVersioning } from '../../buckets/use-versioning.ts'
import { SearchField } from '../../forms/search-field.tsx'
import { useText } from '../../i18n/text.ts'
import { useUser } from '../../session/flow.ts'
import { queryClient } from '../../session/query-client.ts'
import { useBackCloses } from '../../shell/overlays.ts'
import { showToast } from '../../shell/shell.ts'
import { lazyPart } from '../../ui/lazy.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { useRoom } from '../../ui/use-room.ts'
import { useShortcut } from '../../ui/use-shortcut.ts'
import type { OpenMenu } from '../actions/file-menu.tsx'
import { FileMenu } from '../actions/lazy-file-menu.ts'
import { addFiles } from '../add/add-files.ts'
import { deletedAddress } from '../deleted-address.ts'
import { type FileDialog, FileDialogs } from '../dialogs/file-dialogs.tsx'
import { FileList } from '../list/file-list.tsx'
import { searchLimit, useFolderView } from '../list/folder-view.ts'
import { ListSkeleton } from '../list/list-skeleton.tsx'
import { noSelection, prune, type SelectionEvent, select } from '../list/selection.ts'
import { warnIfTooMany } from '../list/selection-limit.ts'
import { useFolderRows } from '../list/use-folder-rows.ts'
import { isOwn } from '../own-object.ts'
import {
  isListAlone,
  objectAddress,
  objectOf,
  overListState,
  panelState,
  previewAddress,
} from '../panel-address.ts'
import { usePublishRows } from '../shown-rows.ts'
import { Breadcrumb } from './breadcrumb.tsx'
import { DropZone } from './drop-zone.tsx'
import { FolderButtons, SelectionBar } from './file-toolbar.tsx'
import { FolderCount } from './folder-count.tsx'
import {
  EmptyFolderState,
  ListingFailure,
  NextPageFailure,
  NoMatches,
  NoSuchBucket,
  NoSuchFolder,
} from './folder-states.tsx'
import { useDownload } from './use-download.ts'
import { useInspectShortcut } from './use-inspect-shortcut.ts'
import { usePanelSync } from './use-panel-sync.ts'
import { usePickers } from './use-pickers.tsx'
import { useUploaded } from './use-uploaded.ts'
import { FileTiles, ViewModeButton } from './view-mode-button.tsx'

const none: readonly ObjectItem[] = []
/** Width of the header from which buttons have labels, in px. */
const wideHeader = 860

const SortMenu = lazyPart(() => import('../list/sort-menu.tsx'))
const UploadOnlyFolder = lazyPart(() => import('./upload-only-folder.tsx'))

export function FolderScreen({ place }: { place: Place }) {
  const t = useText()
  const user = useUser()
  const [, navigate] = useLocation()
  const { bucket, prefix } = place
  const [view, changeView] = useFolderView(prefix)
  const { search, sort, mode } = view
  const searchInput = useRef<HTMLInputElement>(null)
  const [dialog, setDialog] = useState<FileDialog | null>(null)
  const openDialog = useCallback((dialog: FileDialog) => {
    if (!('items' in dialog && warnIfTooMany(dialog.items))) setDialog(dialog)
  }, [])
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const phone = usePhone()
  const mayRead = mayCall(user, 'paginateObjects')
  const versioning = useVersioning(bucket)
  const keepsVersions = versioning === 'enabled' || versioning === 'suspended'
  const [head, room] = useRoom(wideHeader)
  const [selectingAll, setSelectingAll] = useState(false)
  const folder = useFolderRows(place, view, mayRead, selectingAll)
  const { listing, rows } = folder
  const { upsert, removeKeys } = listing
  const order = useMemo(() => rows.map(row => row.key), [rows])
  const [storedSelection, dispatch] = useReducer(
    (now: typeof noSelection, event: SelectionEvent & { order: readonly string[] }) =>
      select(now, event, event.order),
    noSelection,
  )
  const selection = useMemo(() => prune(storedSelection, order), [storedSelection, order])
  const allLoaded = listing.complete || listing.cut || search !== ''
  const onSelect = useCallback(
    (event: SelectionEvent) => {
      setSelectingAll(event.type === 'all' && !allLoaded)
      if (event.type !== 'all' || allLoaded) dispatch({ ...event, order })
    },
    [order, allLoaded],
  )
  useEffect(() => {
    if (!selectingAll || (!allLoaded && !listing.error)) return
    setSelectingAll(false)
    dispatch({ type: 'all', order: listing.rows.map(row => row.key) })
    if (!listing.complete) showToast('files.selectedCut', { severity: 'info' })
  }, [selectingAll, allLoaded, listing])
  useUploaded(place, upsert)
  usePublishRows(rows, listing.complete)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new folder resets selection, menu and dialog
  useEffect(() => {
    setSelectingAll(false)
    setMenu(null)
    setDialog(null)
    dispatch({ type: 'none', order: [] })
  }, [prefix])

  const pickers = usePickers(items => void addFiles(place, items))
  const mayUpload = mayCall(user, 'getPutUrls')
  const uploads = mayUpload ? { onFiles: pickers.pickFiles, onFolder: pickers.pickFolder } : null
  const displayName = folderName(place)

  const { refresh: refreshList } = listing
  const refreshAll = useCallback(() => {
    refreshList()
    void refresh(queryClient, ['/objects/acl/many'], { bucket })
  }, [bucket, refreshList])

  const download = useDownload(place, removeKeys)
  const open = useCallback(
    (item: ObjectItem) => {
      if (item.type === 'folder') navigate(folderAddress({ bucket, prefix: item.key }))
      else if (mayCall(user, 'getDownloadUrl'))
        navigate(previewAddress(item.name), { state: overListState() })
    },
    [bucket, navigate, user],
  )
  const lifecycle = useCallback(
    (folder: ObjectItem) => navigate(lifecycleAddress(bucket, folder.key)),
    [bucket, navigate],
  )
  const confirmDelete = useCallback(
    (items: readonly ObjectItem[]) => {
      if (items.length > 0 && mayCall(user, 'deleteSelection')) openDialog({ about: 'delete', items })
    },
    [user, openDialog],
  )
  const rename = useCallback(
    (item: ObjectItem | undefined) => {
      if (item && !isOwn(item) && mayCall(user, 'renameObject')) openDialog({ about: 'rename', item })
    },
    [user, openDialog],
  )
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
  const deleteSelected = useCallback(() => confirmDelete(selectedItems), [confirmDelete, selectedItems])
  const renameSelected = useCallback(
    () => rename(selectedItems.length === 1 ? selectedItems[0] : undefined),
    [rename, selectedItems],
  )
  const listAlone = isListAlone(useSearch())
  const selecting = selectedItems.length > 0 || selectingAll
  useShortcut('page', 'clear', selecting ? clearSelection : null)
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

  const inspect = useCallback(
    (item: ObjectItem, tab: string) => {
      const replace = objectOf(location.search) !== null
      navigate(objectAddress(item.name, tab), { replace, state: replace ? history.state : panelState() })
    },
    [navigate],
  )
  const active = selection.active === null ? undefined : rows.find(row => row.key === selection.active)
  useInspectShortcut(active?.name)
  usePanelSync(active?.name, name => onSelect({ type: phone ? 'focus' : 'only', key: prefix + name }))

  const FileView = mode === 'tiles' ? FileTiles : FileList
  const events = { open, download, lifecycle, inspect, openDialog }
  const empty = mayRead && listing.complete && !listing.error && rows.length === 0 && search === ''

  if (listing.error?.code === 'BUCKET_NOT_FOUND') return <NoSuchBucket bucket={bucket} />
  if (!listing.exists && prefix !== '') return <NoSuchFolder place={place} />
  return (
    <DropZone name={displayName} onItems={mayUpload ? items => void addFiles(place, items) : null}>
      <chakra.header px={{ base: '4', sm: '6', lg: '8' }} pt={{ base: '4', sm: '5' }} pb="3">
        <chakra.div ref={head} display="flex" alignItems="center" gap="4" minH="field">
          <Breadcrumb place={place} />
          <FolderButtons
            narrow={room === 0}
            uploads={mayRead && !empty}
            settings={prefix === '' && mayCall(user, 'getBucketOverview') ? bucketPageAddress(bucket) : null}
            deleted={keepsVersions && mayCall(user, 'listDeletedObjects') ? deletedAddress(place) : null}
            onFiles={pickers.pickFiles}
            onFolder={pickers.pickFolder}
            onNew={() => openDialog({ about: 'new' })}
            onRefresh={mayRead ? refreshAll : null}
            refreshing={listing.refreshing}
          />
        </chakra.div>
        {mayRead && !empty && (
          <chakra.div display="flex" alignItems="center" gap="4" mt="3" minH="field">
            {selecting ? (
              <chakra.div flex="1" minW="0">
                <SelectionBar
                  items={selectedItems}
                  reading={selectingAll ? listing.rows.length : null}
                  onDownload={() => download(selectedItems)}
                  onDelete={deleteSelected}
                  onMenu={at => setMenu({ items: selectedItems, at })}
                  onClear={clearSelection}
                />
              </chakra.div>
            ) : (
              <>
                <SearchField
                  ref={searchInput}
                  label={t('files.search')}
                  value={search}
                  onValue={search => changeView({ search })}
                  maxLength={searchLimit}
                />
                <chakra.span flex="1" />
                <FolderCount folder={folder} search={search} sorting={sort !== null} />
                {phone && mode === 'list' && (
                  <SortMenu
                    sort={listing.complete ? sort : null}
                    onSort={folder.tooMany ? null : sort => changeView({ sort })}
                  />
                )}
              </>
            )}
            <ViewModeButton mode={mode} onMode={mode => changeView({ mode })} />
          </chakra.div>
        )}
      </chakra.header>
      <chakra.div
        ps={{ base: '0', sm: '6', lg: '8' }}
        pe={{ base: '0', sm: '3', lg: '5' }}
        flex="1"
        minH="0"
        display="flex"
        flexDirection="column"
      >
        {!mayRead && uploads ? (
          <UploadOnlyFolder bucket={bucket} uploads={uploads} />
        ) : listing.error && rows.length === 0 ? (
          <ListingFailure failure={listing.error.failure} onRetry={listing.refresh} />
        ) : listing.loading && mode === 'list' ? (
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
              onSort={folder.tooMany ? null : sort => changeView({ sort })}
              onOpen={open}
              onRemove={deleteSelected}
              onRename={renameSelected}
              onMenu={openMenu}
              menuItems={menu?.items ?? none}
              onEnd={folder.loadMore}
            />
            {listing.error && <NextPageFailure failure={listing.error.failure} onRetry={listing.retryMore} />}
          </>
        ) : search === '' ? (
          <EmptyFolderState uploads={uploads} />
        ) : (
          <NoMatches search={search} tooMany={folder.tooMany} />
        )}
      </chakra.div>
      {pickers.inputs}
      <FileMenu open={menu !== null} menu={menu} events={events} onClose={() => setMenu(null)} />
      <FileDialogs
        place={place}
        dialog={dialog}
        list={{
          isTaken: name => listing.rows.some(row => row.name === name),
          upsert,
          removeKeys,
          selectOnly: key => onSelect({ type: 'only', key }),
          openNew: mayRead ? null : open,
        }}
        hasSelection={selectedItems.length > 0}
        onClose={() => setDialog(null)}
      />
    </DropZone>
  )
}
