import { PairRows } from '../../../forms/pair-rows.tsx'
import { useText } from '../../../i18n/text.ts'

/** The field `tags` of the form around it. `most`: tags at most. */
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
