import { chakra } from '@chakra-ui/react'
import type { BucketTag } from '../../../domain/bucket-tags.ts'
import { useText } from '../../i18n/text.ts'

/** Tags to read. */
export function TagList({ tags }: { tags: readonly BucketTag[] }) {
  const t = useText()
  if (tags.length === 0) return <chakra.p color="fg.muted">{t('bucket.tags.none')}</chakra.p>
  return (
    <chakra.dl display="flex" flexDirection="column" gap="2">
      {tags.map(({ key, value }) => (
        <chakra.div key={key} display="flex" flexWrap="wrap" columnGap="3" overflowWrap="anywhere">
          <chakra.dt fontWeight="medium" minW="120px">
            <bdi>{key}</bdi>
          </chakra.dt>
          <chakra.dd color="fg.muted" minW="0">
            <bdi>{value}</bdi>
          </chakra.dd>
        </chakra.div>
      ))}
    </chakra.dl>
  )
}
