import { chakra } from '@chakra-ui/react'
import { Download, EllipsisVertical, Trash2, X } from 'lucide-react'
import type { ObjectItem } from '../../../openapi/schema.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/text.ts'
import { useUser } from '../../session/flow.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Tip } from '../../ui/tip.tsx'
import { usePhone } from '../../ui/use-width.ts'
import { canDelete, canDownload } from '../file-rights.ts'
import { ToolButton } from './tool-button.tsx'

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

export default function SelectionBar({
  items,
  reading,
  onDownload,
  onDelete,
  onMenu,
  onClear,
}: SelectionProps) {
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
