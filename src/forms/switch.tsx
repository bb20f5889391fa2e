import { chakra } from '@chakra-ui/react'
import type { ComponentProps } from 'react'

const Track = chakra('button', {
  base: {
    position: 'relative',
    flexShrink: '0',
    width: '44px',
    h: '24px',
    borderRadius: 'full',
    bg: 'line.field',
    cursor: 'pointer',
    transition: 'background-color 120ms',
    _before: {
      content: '""',
      position: 'absolute',
      top: '3px',
      insetStart: '3px',
      boxSize: '18px',
      borderRadius: 'full',
      bg: 'white',
      boxShadow: 'sm',
      transition: 'translate 120ms',
    },
    _after: { content: '""', position: 'absolute', inset: '-10px' },
    '&[aria-checked=true]': { bg: 'accent', _before: { translate: '20px 0' } },
    _disabled: { opacity: '0.5', cursor: 'not-allowed' },
  },
})

type Props = { label: string; on: boolean } & Omit<ComponentProps<typeof Track>, 'role' | 'type'>

/** A switch, named `label`. It shows the current state; `onClick` requests the other one. */
export function Switch({ label, on, ...rest }: Props) {
  return <Track type="button" role="switch" aria-label={label} aria-checked={on} {...rest} />
}
