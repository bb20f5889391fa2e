import { chakra } from '@chakra-ui/react'

/** Names with their values, to read. `none`: text where there are none. */
export function PairList({ pairs, none }: { pairs: readonly (readonly [string, string])[]; none: string }) {
  if (pairs.length === 0) return <chakra.p color="fg.muted">{none}</chakra.p>
  return (
    <chakra.dl display="flex" flexDirection="column" gap="2">
      {pairs.map(([name, value]) => (
        <chakra.div key={name} display="flex" flexWrap="wrap" columnGap="3" overflowWrap="anywhere">
          <chakra.dt fontWeight="medium" minW="120px">
            <bdi>{name}</bdi>
          </chakra.dt>
          <chakra.dd color="fg.muted" minW="0">
            <bdi>{value}</bdi>
          </chakra.dd>
        </chakra.div>
      ))}
    </chakra.dl>
  )
}
