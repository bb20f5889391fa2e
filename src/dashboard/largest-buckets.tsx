import { chakra } from '@chakra-ui/react'
import { bucketPageAddress } from '../buckets/addresses.ts'
import { useFormats } from '../i18n/formats.ts'
import { useText } from '../i18n/text.ts'
import { Anchor } from '../ui/anchor.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { Section } from '../ui/section.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useHeld, useSubject } from './use-dashboard.ts'

const most = 5

/** The largest buckets, with bars relative to the largest. Without links for another account's, which the super admin cannot open. */
export function LargestBuckets() {
  const t = useText()
  const format = useFormats()
  const { buckets, failed } = useHeld()
  const own = useSubject() === undefined
  const sized = (buckets ?? []).flatMap(({ name, size }) => (size === null ? [] : [{ name, size }]))
  const largest = sized.toSorted((one, other) => other.size - one.size).slice(0, most)
  const top = largest[0]?.size ?? 0
  if (failed && !buckets) return null
  return (
    <Section
      title={t('dashboard.largest')}
      action={
        own && (
          <Anchor href="/bucket-management" color="fg.accent" textStyle="small" fontWeight="medium">
            {t('dashboard.allBuckets')}
          </Anchor>
        )
      }
    >
      {!buckets ? (
        <Skeleton width="80%" />
      ) : largest.length === 0 ? (
        <chakra.p color="fg.muted">{t('dashboard.noBuckets')}</chakra.p>
      ) : (
        <chakra.ol listStyleType="none" display="flex" flexDirection="column" gap="4">
          {largest.map(({ name, size }) => (
            <li key={name}>
              <chakra.div display="flex" justifyContent="space-between" gap="4" mb="1.5">
                <chakra.span minW="0" overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap">
                  {own ? (
                    <Anchor
                      href={bucketPageAddress(name)}
                      display="inline"
                      _hover={{ textDecoration: 'underline' }}
                    >
                      {name}
                    </Anchor>
                  ) : (
                    name
                  )}
                </chakra.span>
                <chakra.span color="fg.muted" fontVariantNumeric="tabular-nums" whiteSpace="nowrap">
                  {format.bytes(size)}
                </chakra.span>
              </chakra.div>
              <ProgressBar label={name} percent={top === 0 ? 0 : (size / top) * 100} height="4px" />
            </li>
          ))}
        </chakra.ol>
      )}
    </Section>
  )
}
