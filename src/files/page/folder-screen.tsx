import { chakra } from '@chakra-ui/react'
import { LayoutGrid, List } from 'lucide-react'
import { useEffect } from 'react'
import { mayCall, mayCallWith } from '../../../domain/permissions.ts'
import { bucketTexts, deskTexts } from '../../../languages/screen-texts.ts'
import type { Place } from '../../buckets/addresses.ts'
import { BucketHead } from '../../buckets/bucket-head.tsx'
import { useVersioning } from '../../buckets/queries.ts'
import { notePlaceOpened } from '../../buckets/recent-places.ts'
import { SearchField } from '../../forms/search-field.tsx'
import { useText, withMessages } from '../../i18n/text.ts'
import { useNewestUndoable } from '../../jobs/undoable.ts'
import { useUser } from '../../session/flow.ts'
import { useOffers } from '../../shell/offers.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { lazyPart, lazyScreen, preloading } from '../../ui/lazy.tsx'
import { Tip } from '../../ui/tip.tsx'
import { usePhone, useWidthClass } from '../../ui/use-width.ts'
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
import { folderShown } from './folder-shown.ts'
import { FolderCount, ListingFailure, NextPageFailure, NoSuchFiles } from './folder-states.tsx'
import { useFolder } from './use-folder.ts'

/** Width of the header from which buttons have labels, in px. */
const wideHeader = 960

const NothingListed = lazyScreen(() => withMessages(import('./nothing-listed.tsx'), deskTexts))
const FileTiles = lazyScreen(() => import('../list/tiles/file-tiles.tsx'))
const SortMenu = lazyPart(() => import('../list/sort-menu.tsx'))
const BelowLink = lazyPart(() => import('./below-link.tsx'))
const DragLayer = lazyPart(() => withMessages(import('../desk/drag-layer.tsx'), deskTexts, bucketTexts))
const Clipboard = lazyPart(() => withMessages(import('../desk/clipboard.tsx'), deskTexts, bucketTexts))
const UndoKey = lazyPart(() => withMessages(import('../desk/undo-key.tsx'), bucketTexts))
const UploadOnlyFolder = lazyPart(() => withMessages(import('./upload-only-folder.tsx'), deskTexts))
/** Not for a folder that one only passes through. */
const whenStayed = () => new Promise(resolve => setTimeout(resolve, 1000))
const LiveFolder = lazyPart(async () => {
  await whenStayed()
  return import('../list/live/live-folder.tsx')
})
const HeadStar = lazyPart(async () => {
  await whenStayed()
  return withMessages(import('./head-star.tsx'), deskTexts)
})

export function FolderScreen({ place }: { place: Place }) {
  const t = useText()
  const user = useUser()
  const { bucket, prefix } = place
  const { folder, view, changeView, searchInput, sorting, refreshAll, openDialog, ...parts } =
    useFolder(place)
  const { listing } = folder
  const { search, mode } = view
  const phone = usePhone()
  const undoable = useNewestUndoable(user.id)
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
  const offer = (id: string, label: string, run: () => void) => (mayUpload ? { id, label, run } : null)
  useOffers([
    offer('files', t('files.uploadFiles'), pickers.pickFiles),
    offer('folder', t('files.uploadFolder'), pickers.pickFolder),
    offer('new folder', t('files.new'), () => openDialog({ about: 'new' })),
  ])
  const isThere = listing.exists && !listing.error && !listing.loading
  useEffect(() => {
    if (isThere) notePlaceOpened(user.id, { bucket, prefix })
  }, [isThere, user.id, bucket, prefix])
  const { content, bar, count } = folderShown({ folder, view, top: prefix === '', mayRead, mayUpload })

  if (content === 'no bucket') return <NoSuchFiles place={{ bucket, prefix: '' }} />
  if (content === 'no folder') return <NoSuchFiles place={place} />
  const FileView = mode === 'tiles' ? FileTiles : FileList
  return (
    <DropZone place={place} mayDrop={mayUpload}>
      <BucketHead
        place={place}
        ref={head}
        actions={
          <FolderButtons
            narrow={room === 0}
            uploads={bar}
            deleted={keepsVersions && mayRestore ? deletedAddress(place) : null}
            mayUpload={mayUpload}
            onFiles={pickers.pickFiles}
            onFolder={pickers.pickFolder}
            onNew={() => openDialog({ about: 'new' })}
            onRefresh={mayRead ? refreshAll : null}
          >
            {undoable && <UndoKey act={undoable} />}
            <chakra.span minW="field">{isThere && <HeadStar place={place} />}</chakra.span>
            {parts.clipboard && <Clipboard {...parts.clipboard} />}
          </FolderButtons>
        }
      >
        {bar && (
          <chakra.div
            display="flex"
            alignItems="center"
            gap={{ base: '2', sm: '4' }}
            mt="3"
            minH="field"
            position="relative"
            mb={{ base: search === '' || parts.selectionBar ? '0' : '5', sm: '0' }}
          >
            {parts.selectionBar ? (
              <chakra.div flex="1" minW="0">
                <SelectionBar {...parts.selectionBar} />
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
                <chakra.span flex="1" display={{ base: 'none', sm: 'block' }} />
                {search !== '' && !phone && content === 'rows' && <BelowLink place={place} search={search} />}
                {count && <FolderCount place={place} folder={folder} search={search} count={count} />}
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
        {...preloading(SelectionBar)}
      >
        {isThere && listing.live !== undefined && (
          <LiveFolder
            key={prefix}
            place={place}
            folder={folder}
            held={parts.menu.open || parts.dialogs.dialog !== null}
          />
        )}
        {content === 'upload only' && uploads && <UploadOnlyFolder bucket={bucket} uploads={uploads} />}
        {content === 'failure' && <ListingFailure listing={listing} />}
        {content === 'skeleton' && <ListSkeleton />}
        {content === 'rows' && (
          <>
            <FileView key={prefix} {...parts.list} />
            <NextPageFailure listing={listing} />
          </>
        )}
        {content === 'empty folder' && <NothingListed uploads={uploads} none={null} />}
        {content === 'no matches' && (
          <NothingListed uploads={null} none={{ place, search, tooMany: folder.tooMany }} />
        )}
      </chakra.div>
      {pickers.inputs}
      <FileMenu {...parts.menu} />
      {parts.drag && <DragLayer {...parts.drag} />}
      <FileDialogs {...parts.dialogs} />
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
