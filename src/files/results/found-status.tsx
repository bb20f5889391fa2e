import { chakra } from '@chakra-ui/react'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/text.ts'
import { useStorageKind } from '../../session/storage-kind.ts'
import { Button } from '../../ui/button.tsx'
import type { Order } from './filters.ts'
import { type Found, rowLimit } from './use-found.ts'

/** How many are found, of how many names, and what ends or continues the search. */
export function FoundStatus({ found, order }: { found: Found; order: Order }) {
  const t = useText()
  const format = useFormats()
  const { rows, looked, complete, cut, indexed, asking, stopped, error } = found
  const count = rows.length
  const kind = useStorageKind()
  const isListed = indexed === null
  // Its first answer takes its time, too.
  const mayStop = isListed || (indexed === undefined && kind !== undefined && kind !== 'embedded')
  const parts = [
    indexed === undefined
      ? asking && t('results.looking')
      : cut
        ? t('results.cut', { limit: rowLimit })
        : t(complete ? 'results.found' : 'results.soFar', { count }),
    isListed && t('results.looked', { count: looked }),
    indexed !== undefined && !complete && order !== 'best' && t(`results.orderSoFar.${order}`),
    typeof indexed === 'number' &&
      indexed < 1 &&
      t('results.building', { percent: format.percent(100 * indexed) }),
  ]
  return (
    <chakra.div
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      columnGap="3"
      textStyle="small"
      color="fg.muted"
    >
      <chakra.span role="status" fontVariantNumeric="tabular-nums">
        {parts.filter(Boolean).join(' · ')}
      </chakra.span>
      {asking && mayStop && (
        <Button variant="link" size="inline" onClick={found.stop}>
          {t('results.stop')}
        </Button>
      )}
      {!asking && !complete && !cut && !error && (isListed || stopped) && (
        <Button variant="link" size="inline" onClick={found.goOn}>
          {t('results.goOn')}
        </Button>
      )}
    </chakra.div>
  )
}
