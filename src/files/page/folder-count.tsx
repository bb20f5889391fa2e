import { chakra } from '@chakra-ui/react'
import { useMemo } from 'react'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/text.ts'
import { type FolderRows, readLimit } from '../list/use-folder-rows.ts'

type Props = { folder: FolderRows; search: string; sorting: boolean }

/** The number and size of the listed or found items; on a phone, only of found ones, below the search field. */
export function FolderCount({ folder, search, sorting }: Props) {
  const t = useText()
  const format = useFormats()
  const { listing, rows, tooMany } = folder
  const { complete, cut } = listing
  const size = useMemo(() => rows.reduce((sum, row) => sum + (row.size ?? 0), 0), [rows])
  if (listing.rows.length === 0) return null
  const read = format.number(listing.rows.length)
  const text = () => {
    if (search !== '' && tooMany) return t('files.foundTooMany', { count: rows.length, limit: readLimit })
    if (search !== '') return t('files.found', { count: rows.length, read: listing.rows.length })
    if (cut) return t('files.itemsCut', { count: read })
    if (!complete && sorting && !tooMany) return t('files.readingToSort', { count: read })
    if (!complete) return t('files.itemsSoFar', { count: read })
    return size > 0
      ? t('files.itemsAndSize', { count: rows.length, size: format.bytes(size) })
      : t('files.items', { count: rows.length })
  }
  return (
    <chakra.span
      role="status"
      color="fg.muted"
      textStyle="small"
      fontVariantNumeric="tabular-nums"
      display={{ base: search === '' ? 'none' : 'block', sm: 'block' }}
      textAlign={{ sm: 'end' }}
      position={{ base: 'absolute', sm: 'static' }}
      top="100%"
      mt={{ base: '1', sm: '0' }}
    >
      {text()}
    </chakra.span>
  )
}
