import { chakra, defineStyle } from '@chakra-ui/react'

export const skeletonStyle = defineStyle({
  display: 'block',
  h: '12px',
  borderRadius: 'full',
  bg: 'bg.muted',
  animation: 'pulse 1.6s ease-in-out infinite',
})

export const Skeleton = chakra('span', { base: skeletonStyle })
