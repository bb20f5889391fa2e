import { PairRows } from '../../../forms/pair-rows.tsx'
import { useText } from '../../../i18n/text.ts'

/** The form field `tags`. `most`: maximum number of tags. */
export function TagRows({ most }: { most: number }) {
  const t = useText()
  return (
    <PairRows
      list="tags"
      parts={['key', 'value']}
      most={most}
      words={{
        none: t('bucket.tags.none'),
        heads: [t('bucket.tags.key'), t('bucket.tags.value')],
        fields: [
          number => t('bucket.tags.keyOf', { number }),
          number => t('bucket.tags.valueOf', { number }),
        ],
        remove: number => t('bucket.tags.remove', { number }),
        add: t('bucket.tags.add'),
      }}
    />
  )
}
