import { chakra } from '@chakra-ui/react'
import { useMemo } from 'react'
import { useFormats } from '../i18n/formats.ts'
import { useText } from '../i18n/text.ts'
import type { Listing } from './use-listing.ts'

/** How much is listed, and whether that is all. */
export function FolderCount({ listing }: { listing: Listing }) {
  const t = useText()
  const format = useFormats()
  const { rows, complete, cut } = listing
  const size = useMemo(() => rows.reduce((sum, row) => sum + (row.size ?? 0), 0), [rows])
  if (rows.length === 0) return null
  const count = format.number(rows.length)
  const text = cut
    ? t('files.itemsCut', { count })
    : complete
      ? size > 0
        ? t('files.itemsAndSize', { count: rows.length, size: format.bytes(size) })
        : t('files.items', { count: rows.length })
      : t('files.itemsSoFar', { count })
  return (
    <chakra.span
      color="fg.muted"
      textStyle="small"
      fontVariantNumeric="tabular-nums"
      display={{ base: 'none', sm: 'block' }}
      textAlign="end"
    >
      {text}
    </chakra.span>
  )
}
