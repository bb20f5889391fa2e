import { chakra } from '@chakra-ui/react'
import { FolderPlus, FolderUp, Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../../i18n/text.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { Button } from '../../ui/button.tsx'
import { RefreshButton } from '../../ui/head-buttons.tsx'
import { lazyPart, preloading } from '../../ui/lazy.tsx'
import { usePhone } from '../../ui/use-width.ts'
import { addFiles } from '../add/add-files.ts'
import { ToolButton } from './tool-button.tsx'

const DeletedLink = lazyPart(() => import('./deleted-link.tsx'))
/** Preloaded by what selects. */
export const SelectionBar = lazyPart(() => import('./selection-bar.tsx'))

type MainProps = {
  mayUpload: boolean
  onFiles: () => void
  onFolder: () => void
  onNew: () => void
  /** Null without permission to list. */
  onRefresh: (() => Promise<unknown>) | null
  /** False in an empty folder, whose message has the upload buttons. */
  uploads: boolean
  /** Address of the deleted files; null without versions and without permission. */
  deleted: string | null
  /** Whether buttons other than the main one show icons only. */
  narrow: boolean
  /** Further buttons, before these. */
  children: ReactNode
}

export function FolderButtons({
  mayUpload,
  onFiles,
  onFolder,
  onNew,
  onRefresh,
  uploads,
  deleted,
  narrow,
  children,
}: MainProps) {
  const t = useText()
  const phone = usePhone()
  return (
    <chakra.div
      display="flex"
      alignItems="center"
      gap="2"
      flexShrink="0"
      {...(mayUpload && preloading(addFiles))}
    >
      {children}
      {deleted && <DeletedLink address={deleted} narrow={narrow || phone} />}
      {onRefresh && <RefreshButton onRefresh={onRefresh} />}
      {mayUpload && !uploads && (
        <ToolButton icon={<FolderPlus />} label={t('files.new')} narrow={narrow || phone} onClick={onNew} />
      )}
      {mayUpload && uploads && phone && (
        <ActionMenu
          title={t('files.upload')}
          trigger={
            <Button variant="main" aria-label={t('files.upload')} px="3">
              <Upload />
            </Button>
          }
          actions={[
            { id: 'files', label: t('files.uploadFiles'), icon: <Upload />, run: onFiles },
            { id: 'folder', label: t('files.uploadFolder'), icon: <FolderUp />, run: onFolder },
            { id: 'new', label: t('files.new'), icon: <FolderPlus />, run: onNew },
          ]}
        />
      )}
      {mayUpload && uploads && !phone && (
        <>
          <ToolButton icon={<FolderPlus />} label={t('files.new')} narrow={narrow} onClick={onNew} />
          <ToolButton
            icon={<FolderUp />}
            label={t('files.uploadFolder')}
            narrow={narrow}
            onClick={onFolder}
          />
          <Button variant="main" onClick={onFiles}>
            <Upload />
            {t('files.uploadFiles')}
          </Button>
        </>
      )}
    </chakra.div>
  )
}
