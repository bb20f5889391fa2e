import { defineKeyframes } from '@chakra-ui/react'

export const keyframes = defineKeyframes({
  spin: { to: { transform: 'rotate(360deg)' } },
  pulse: { '50%': { opacity: '0.45' } },
  appear: { from: { opacity: '0' } },
  rise: { from: { opacity: '0', transform: 'translateY(8px)' } },
  sheetIn: { from: { transform: 'translateY(100%)' } },
  drawerIn: { from: { transform: 'translateX(-100%)' } },
  endIn: { from: { opacity: '0', transform: 'translateX(24px)' } },
  drop: { from: { opacity: '0', transform: 'translateY(-8px)' } },
  travel: { from: { transform: 'translateX(-100%)' }, to: { transform: 'translateX(300%)' } },
})
