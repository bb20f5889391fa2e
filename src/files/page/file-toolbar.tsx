import { chakra } from '@chakra-ui/react'
import {
  ArchiveRestore,
  Download,
  EllipsisVertical,
  FolderPlus,
  FolderUp,
  Trash2,
  Upload,
  X,
} from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'wouter'
import type { ObjectItem } from '../../../openapi/schema.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/text.ts'
import { useUser } from '../../session/flow.ts'
import { ActionMenu } from '../../ui/action-menu.tsx'
import { Button } from '../../ui/button.tsx'
import { RefreshButton } from '../../ui/head-buttons.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { preloading } from '../../ui/lazy.tsx'
import { Tip } from '../../ui/tip.tsx'
import { usePhone } from '../../ui/use-width.ts'
import { addFiles } from '../add/add-files.ts'
import { canDelete, canDownload } from '../file-rights.ts'

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

/** Leads to the deleted files. */
function DeletedLink({ address, narrow }: { address: string; narrow: boolean }) {
  const t = useText()
  const label = t('files.deletedFiles')
  const link = (
    <Button asChild variant="quiet" px={narrow ? '2.5' : '3'} color="fg.muted">
      <Link href={address} aria-label={label}>
        <ArchiveRestore />
        {!narrow && label}
      </Link>
    </Button>
  )
  return narrow ? <Tip label={label}>{link}</Tip> : link
}

type ToolProps = Pick<ComponentProps<typeof Button>, 'size' | 'variant'> & {
  icon: ReactNode
  label: string
  /** Shows only the icon. */
  narrow: boolean
  onClick: () => void
}

function ToolButton({ icon, label, narrow, onClick, ...look }: ToolProps) {
  if (!narrow) {
    return (
      <Button {...look} onClick={onClick}>
        {icon}
        {label}
      </Button>
    )
  }
  return (
    <Tip label={label}>
      <Button {...look} aria-label={label} px="2.5" onClick={onClick}>
        {icon}
      </Button>
    </Tip>
  )
}

type SelectionProps = {
  items: readonly ObjectItem[]
  /** Rows loaded so far while "select all" loads the rest; else null. */
  reading: number | null
  onDownload: () => void
  onDelete: () => void
  onMenu: (at: { x: number; y: number }) => void
  onClear: () => void
}

const quiet = { size: 'sm', variant: 'quiet' } as const

export function SelectionBar({ items, reading, onDownload, onDelete, onMenu, onClear }: SelectionProps) {
  const t = useText()
  const user = useUser()
  const format = useFormats()
  const phone = usePhone()
  const files = reading === null ? items.filter(({ type }) => type === 'file') : []
  const size = format.bytes(files.reduce((sum, file) => sum + (file.size ?? 0), 0))
  const text =
    reading === null
      ? t('files.selected', { count: items.length })
      : t('files.selectingAll', { count: reading })
  return (
    <chakra.div
      role="toolbar"
      aria-label={text}
      display="flex"
      alignItems="center"
      gap="1"
      h="field"
      ps="3"
      pe="1"
      borderRadius="md"
      bg="bg.selected"
      minW="0"
    >
      <chakra.span flex="1" minW="0" textStyle="label" truncate fontVariantNumeric="tabular-nums" pe="2">
        {text}
        {files.length > 0 && (
          <chakra.span color="fg.muted" fontWeight="normal" display={{ base: 'none', sm: 'inline' }}>
            {' · '}
            {files.length < items.length ? t('files.selectedFiles', { count: files.length, size }) : size}
          </chakra.span>
        )}
      </chakra.span>
      {reading === null && canDownload(user, items) && (
        <ToolButton
          {...quiet}
          narrow={phone}
          icon={<Download />}
          label={t('files.download')}
          onClick={onDownload}
        />
      )}
      {reading === null && canDelete(user, items) && (
        <ToolButton
          {...quiet}
          narrow={phone}
          icon={<Trash2 />}
          label={t('files.delete')}
          onClick={onDelete}
        />
      )}
      {reading === null && (
        <Tip label={t('files.actions')}>
          <IconButton
            size="sm"
            label={t('files.actions')}
            aria-haspopup="menu"
            onClick={event => {
              const box = event.currentTarget.getBoundingClientRect()
              onMenu({ x: box.left, y: box.bottom + 4 })
            }}
          >
            <EllipsisVertical />
          </IconButton>
        </Tip>
      )}
      <Tip label={t('files.clearSelection')}>
        <IconButton size="sm" label={t('files.clearSelection')} onClick={onClear}>
          <X />
        </IconButton>
      </Tip>
    </chakra.div>
  )
}
