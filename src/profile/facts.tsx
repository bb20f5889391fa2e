import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useText } from '../i18n/text.ts'
import { Skeleton } from '../ui/skeleton.tsx'

export type Fact = {
  name: string
  /** Empty if unknown; undefined while loading. */
  value: ReactNode | undefined
}

/** Names and values, in as many columns as fit. */
export function Facts({ facts, columns = 1 }: { facts: readonly Fact[]; columns?: 1 | 2 }) {
  const t = useText()
  return (
    <chakra.dl
      display="grid"
      gridTemplateColumns={{ base: '1fr', sm: columns === 2 ? '1fr 1fr' : '1fr' }}
      columnGap="8"
      rowGap="4"
    >
      {facts.map(({ name, value }) => (
        <chakra.div key={name} minW="0">
          <chakra.dt textStyle="small" color="fg.muted">
            {name}
          </chakra.dt>
          <chakra.dd mt="0.5" overflowWrap="anywhere" minH="22px" display="flow-root">
            {value === undefined ? (
              <Skeleton width="60%" my="5px" data-waiting />
            ) : value === '' ? (
              <chakra.span color="fg.subtle">{t('profile.notGiven')}</chakra.span>
            ) : (
              value
            )}
          </chakra.dd>
        </chakra.div>
      ))}
    </chakra.dl>
  )
}
