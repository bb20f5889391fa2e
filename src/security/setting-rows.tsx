import { chakra } from '@chakra-ui/react'
import { type ReactNode, useId } from 'react'
import { Skeleton } from '../ui/skeleton.tsx'

const Panel = chakra('ul', {
  base: {
    listStyleType: 'none',
    borderWidth: '1px',
    borderRadius: 'lg',
    bg: 'bg.panel',
    '& > li + li': { borderTopWidth: '1px' },
  },
})

const Line = chakra('li', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '4',
    rowGap: '3',
    px: { base: '4', sm: '5' },
    py: '4',
  },
})

const Icon = chakra('span', {
  base: {
    alignSelf: 'flex-start',
    color: 'fg.accent',
    pt: '1px',
    _icon: { boxSize: '22px', strokeWidth: '1.75' },
  },
})

export function SettingGroup({
  title,
  lead,
  children,
}: {
  title: string
  lead?: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <chakra.section aria-labelledby={id} display="flex" flexDirection="column" gap="3">
      <chakra.div>
        <chakra.h2 id={id} textStyle="heading">
          {title}
        </chakra.h2>
        {lead && <chakra.p color="fg.muted">{lead}</chakra.p>}
      </chakra.div>
      <Panel aria-labelledby={id}>{children}</Panel>
    </chakra.section>
  )
}

type Props = {
  icon: ReactNode
  title: string
  /** The current state, in a sentence. */
  state: ReactNode
  action?: ReactNode
  /** Whether the action is small enough to stay beside the text on a phone. */
  small?: boolean
}

export function SettingRow({ icon, title, state, action, small = false }: Props) {
  return (
    <Line>
      <chakra.div
        display="flex"
        gap="4"
        flex={small ? '1' : { base: '1 1 100%', sm: '1' }}
        minW="0"
        alignItems="center"
      >
        <Icon aria-hidden="true">{icon}</Icon>
        <chakra.div minW="0" flex="1">
          <chakra.h3 fontWeight="medium">{title}</chakra.h3>
          <chakra.div color="fg.muted" textWrap="pretty">
            {state}
          </chakra.div>
        </chakra.div>
      </chakra.div>
      {action && <chakra.div ps={small ? '0' : { base: '38px', sm: '0' }}>{action}</chakra.div>}
    </Line>
  )
}

export function SettingRowsSkeleton({ rows }: { rows: number }) {
  return (
    <chakra.div display="flex" flexDirection="column" gap="4" aria-busy="true">
      <Skeleton width="140px" h="14px" my="1" />
      <Panel>
        {['62%', '74%', '54%', '68%'].slice(0, rows).map(width => (
          <Line key={width}>
            <Skeleton boxSize="22px" borderRadius="sm" />
            <chakra.div flex="1" display="flex" flexDirection="column" gap="2.5" py="1.5">
              <Skeleton width="120px" />
              <Skeleton style={{ width }} />
            </chakra.div>
          </Line>
        ))}
      </Panel>
    </chakra.div>
  )
}
