import { chakra } from '@chakra-ui/react'
import type { PublicBy } from '../../../openapi/schema.ts'
import { bucketPageAddress } from '../../buckets/addresses.ts'
import { useVersioning } from '../../buckets/queries.ts'
import { useText } from '../../i18n/text.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { Notice } from '../../ui/notice.tsx'

export function StillPublic({ bucket, by }: { bucket: string; by: readonly PublicBy[] }) {
  const t = useText()
  const statements = by.filter(each => each.by === 'policy')
  const byBucket = by.some(each => each.by === 'console')
  if (statements.length === 0 && !byBucket) return null
  return (
    <Notice severity="warning">
      {byBucket && (
        <p>
          {t('files.private.bucketStays')}{' '}
          <Anchor href={bucketPageAddress(bucket, 'sharing')} color="fg.accent">
            {t('bucket.tab.sharing')}
          </Anchor>
        </p>
      )}
      {statements.length > 0 && (
        <p>
          {t('files.private.stays', { names: statements.map(({ name }) => name).join(', ') })}{' '}
          <Anchor href={bucketPageAddress(bucket, 'policy')} color="fg.accent">
            {t('bucket.tab.policy')}
          </Anchor>
        </p>
      )}
    </Notice>
  )
}

/** Whether browsers may show it as a page. */
export const isPage = (name: string) => /\.(x?html?|svg)$/i.test(name)

/** Says that earlier versions keep their access; nothing in buckets without versions. */
export function EarlierVersions({ bucket }: { bucket: string }) {
  const t = useText()
  const versioning = useVersioning(bucket)
  if (versioning !== 'enabled' && versioning !== 'suspended') return null
  return <p>{t('files.private.versions')}</p>
}

export const Address = chakra('code', {
  base: { fontFamily: 'mono', textStyle: 'small', overflowWrap: 'anywhere' },
})

export const Facts = chakra('div', { base: { display: 'flex', flexDirection: 'column', gap: '3' } })
