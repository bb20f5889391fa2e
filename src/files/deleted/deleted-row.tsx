import { chakra } from '@chakra-ui/react'
import { RotateCcw } from 'lucide-react'
import type { DeletedItem } from '../../../openapi/schema.ts'
import { CheckboxBox } from '../../forms/checkbox.tsx'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/text.ts'
import { FileIcon } from '../../ui/file-icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { NameText } from '../../ui/name-text.tsx'
import { Tip } from '../../ui/tip.tsx'

type Props = {
  item: DeletedItem
  /** The key relative to the folder. */
  name: string
  selected: boolean
  busy: boolean
  /** Null without permission to restore. */
  onSelect: ((on: boolean) => void) | null
  onRestore: () => void
}

/** A deleted file: name, time of deletion and size. */
export function DeletedRow({ item, name, selected, busy, onSelect, onRestore }: Props) {
  const t = useText()
  const format = useFormats()
  const { deleted_at, size } = item
  const time = deleted_at === null ? null : t('deleted.at', { time: format.dateTime(deleted_at) })
  return (
    <Row>
      {onSelect && (
        <CheckboxBox
          type="checkbox"
          aria-label={t('deleted.select', { name })}
          checked={selected}
          onChange={event => onSelect(event.target.checked)}
        />
      )}
      <FileIcon name={name} />
      <chakra.div flex="1" minW="0">
        <chakra.div overflowWrap="anywhere">
          <NameText name={name} />
        </chakra.div>
        <chakra.div textStyle="small" color="fg.muted" fontVariantNumeric="tabular-nums">
          {[time, format.bytes(size)].filter(Boolean).join(' · ')}
        </chakra.div>
      </chakra.div>
      {onSelect && (
        <Tip label={t('deleted.restore')}>
          <IconButton label={t('deleted.restoreOne', { name })} disabled={busy} onClick={onRestore}>
            <RotateCcw />
          </IconButton>
        </Tip>
      )}
    </Row>
  )
}

const Row = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    px: '3',
    py: '2',
    minH: '12',
    borderTopWidth: '1px',
    borderColor: 'line',
    '& > svg': { boxSize: '20px', color: 'fg.subtle', flexShrink: '0' },
  },
})
