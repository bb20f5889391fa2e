import { chakra, defineRecipe, defineStyle } from '@chakra-ui/react'
import type { ComponentProps } from 'react'

const base = defineStyle({
  display: 'inline-grid',
  placeItems: 'center',
  flexShrink: '0',
  borderRadius: 'md',
  color: 'fg.muted',
  cursor: 'pointer',
  transition: 'background-color 120ms, color 120ms',
  _hover: { bg: 'bg.muted', color: 'fg' },
  _expanded: { bg: 'bg.muted', color: 'fg' },
  _disabled: { opacity: '0.45', cursor: 'not-allowed' },
})
const sizes = {
  md: defineStyle({ boxSize: 'field', _icon: { boxSize: '20px' } }),
  sm: defineStyle({ boxSize: '8', _icon: { boxSize: '18px' } }),
}

/** The small size, for lists that style plain buttons. */
export const iconButtonStyle = defineStyle({ ...base, ...sizes.sm })

/** A finger needs 40 px, of which 32 are drawn. */
const forFingers = defineStyle({
  '@media (pointer: coarse)': {
    position: 'relative',
    _after: { content: '""', position: 'absolute', inset: '-4px' },
  },
})

const recipe = defineRecipe({
  base,
  variants: { size: { ...sizes, sm: { ...sizes.sm, ...forFingers } } },
  defaultVariants: { size: 'md' },
})

const Base = chakra('button', recipe)

/** A button with only an icon; `label` is its name. Wrap it in `Tip` to show the name on hover. */
export function IconButton({
  label,
  type = 'button',
  ...rest
}: { label: string } & ComponentProps<typeof Base>) {
  return <Base type={type} aria-label={label} {...rest} />
}
