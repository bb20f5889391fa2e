import { chakra } from '@chakra-ui/react'
import { LayoutGrid, List } from 'lucide-react'
import { mayCall, mayCallWith } from '../../../domain/permissions.ts'
import type { ObjectItem } from '../../../openapi/schema.ts'
import { folderName, type Place } from '../../buckets/addresses.ts'
import { BucketHead } from '../../buckets/bucket-head.tsx'
import { useVersioning } from '../../buckets/queries.ts'
import { SearchField } from '../../forms/search-field.tsx'
import { useText } from '../../i18n/text.ts'
import { useUser } from '../../session/flow.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { lazyPart, lazyScreen, preloading } from '../../ui/lazy.tsx'
import { Tip } from '../../ui/tip.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { useWidthClass } from '../../ui/use-width-class.ts'
import { usePickers } from '../../uploads/picking/use-pickers.tsx'
import { addFiles } from '../add/add-files.ts'
import { deletedAddress } from '../addresses.ts'
import { FileDialogs } from '../dialogs/file-dialogs.tsx'
import { FileList } from '../list/file-list.tsx'
import { saveViewMode, searchLimit, type ViewMode } from '../list/folder-view.ts'
import { ListSkeleton } from '../list/list-skeleton.tsx'
import { FileMenu } from '../list/use-file-view.ts'
import { DropZone } from './drop-zone.tsx'
import { FolderButtons, SelectionBar } from './file-toolbar.tsx'
import { FolderCount } from './folder-count.tsx'
import {
  EmptyFolderState,
  ListingFailure,
  NextPageFailure,
  NoMatches,
  NoSuchFiles,
} from './folder-states.tsx'
import { useFolder } from './use-folder.ts'

const none: readonly ObjectItem[] = []
/** Width of the header from which buttons have labels, in px. */
const wideHeader = 960

const FileTiles = lazyScreen(() => import('../list/tiles/file-tiles.tsx'))
const SortMenu = lazyPart(() => import('../list/sort-menu.tsx'))
const UploadOnlyFolder = lazyPart(() => import('./upload-only-folder.tsx'))

export function FolderScreen({ place }: { place: Place }) {
  const t = useText()
  const user = useUser()
  const { bucket, prefix } = place
  const model = useFolder(place)
  const { folder, view, changeView, selection, selectedItems, selecting, selectingAll, onSelect, events } =
    model
  const { listing, rows } = folder
  const { search, sort, mode } = view
  const phone = usePhone()
  const mayRead = mayCall(user, 'paginateObjects')
  const versioning = useVersioning(bucket)
  const keepsVersions = versioning === 'enabled' || versioning === 'suspended'
  const [head, room] = useWidthClass(wideHeader)
  const pickers = usePickers(items => void addFiles(place, items), {
    files: 'files.uploadFiles',
    folder: 'files.uploadFolder',
  })
  const mayUpload = mayCallWith(user, 'getPutUrls', { bucket, files: [{ key: prefix }] })
  const mayRestore = mayCallWith(user, 'listDeletedObjects', { bucket, prefix })
  const uploads = mayUpload ? { onFiles: pickers.pickFiles, onFolder: pickers.pickFolder } : null
  const sorting = {
    sort: listing.complete ? sort : null,
    onSort: folder.tooMany ? null : (sort: typeof view.sort) => changeView({ sort }),
  }

  const FileView = mode === 'tiles' ? FileTiles : FileList
  const empty = mayRead && listing.complete && !listing.error && rows.length === 0 && search === ''

  if (listing.error?.code === 'BUCKET_NOT_FOUND') return <NoSuchFiles place={{ bucket, prefix: '' }} />
  if (!listing.exists && prefix !== '') return <NoSuchFiles place={place} />
  return (
    <DropZone place={place} mayDrop={mayUpload} name={folderName(place)}>
      <BucketHead
        place={place}
        ref={head}
        actions={
          <FolderButtons
            narrow={room === 0}
            uploads={mayRead && !empty}
            deleted={keepsVersions && mayRestore ? deletedAddress(place) : null}
            mayUpload={mayUpload}
            onFiles={pickers.pickFiles}
            onFolder={pickers.pickFolder}
            onNew={() => events.openDialog({ about: 'new' })}
            onRefresh={mayRead ? model.refreshAll : null}
          />
        }
      >
        {mayRead && !empty && (
          <chakra.div
            display="flex"
            alignItems="center"
            gap={{ base: '2', sm: '4' }}
            mt="3"
            minH="field"
            position="relative"
            mb={{ base: search === '' || selecting ? '0' : '5', sm: '0' }}
          >
            {selecting ? (
              <chakra.div flex="1" minW="0">
                <SelectionBar
                  items={selectedItems}
                  reading={selectingAll ? listing.rows.length : null}
                  onDownload={() => events.download(selectedItems)}
                  onDelete={model.deleteSelected}
                  onMenu={at => model.setMenu({ items: selectedItems, at })}
                  onClear={model.clearSelection}
                />
              </chakra.div>
            ) : (
              <>
                <SearchField
                  ref={model.searchInput}
                  label={t('files.search')}
                  value={search}
                  onValue={search => changeView({ search })}
                  maxLength={searchLimit}
                />
                <chakra.span flex="1" display={{ base: 'none', sm: 'block' }} />
                <FolderCount folder={folder} search={search} sorting={sort !== null} />
                {phone && mode === 'list' && <SortMenu {...sorting} />}
              </>
            )}
            <ViewModeButton mode={mode} onMode={mode => changeView({ mode })} />
          </chakra.div>
        )}
      </BucketHead>
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
          // biome-ignore lint/plugin: no query: it keeps its rows after a failed refresh
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
              {...sorting}
              onOpen={events.open}
              onRemove={model.deleteSelected}
              onRename={model.renameSelected}
              onMenu={model.openMenu}
              menuItems={model.menu?.items ?? none}
              onEnd={folder.loadMore}
            />
            {/* biome-ignore lint/plugin: no query: it keeps its rows after a failed refresh */}
            {listing.error && <NextPageFailure failure={listing.error.failure} onRetry={listing.retryMore} />}
          </>
        ) : search === '' ? (
          <EmptyFolderState uploads={uploads} />
        ) : (
          <NoMatches search={search} tooMany={folder.tooMany} />
        )}
      </chakra.div>
      {pickers.inputs}
      <FileMenu
        open={model.menu !== null}
        menu={model.menu}
        events={events}
        onClose={() => model.setMenu(null)}
      />
      <FileDialogs
        place={place}
        dialog={model.dialog}
        list={{
          isTaken: name => listing.rows.some(row => row.name === name),
          upsert: listing.upsert,
          removeKeys: listing.removeKeys,
          selectOnly: key => onSelect({ type: 'only', key }),
          openNew: mayRead ? null : events.open,
        }}
        hasSelection={selectedItems.length > 0}
        onClose={() => model.setDialog(null)}
      />
    </DropZone>
  )
}

/** Switches between list and tiles, for all folders. */
function ViewModeButton({ mode, onMode }: { mode: ViewMode; onMode: (mode: ViewMode) => void }) {
  const t = useText()
  const other = mode === 'tiles' ? 'list' : 'tiles'
  const label = t(other === 'tiles' ? 'files.showTiles' : 'files.showList')
  return (
    <Tip label={label}>
      <IconButton
        label={label}
        {...preloading(FileTiles)}
        onClick={() => {
          saveViewMode(other)
          onMode(other)
        }}
      >
        {other === 'tiles' ? <LayoutGrid /> : <List />}
      </IconButton>
    </Tip>
  )
}
