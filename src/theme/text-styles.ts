import { defineTextStyles } from '@chakra-ui/react'

/** Line heights leave room for two diacritics on a capital (`Ễ`), so nothing is clipped. */
export const textStyles = defineTextStyles({
  caption: { value: { fontSize: 'xs', lineHeight: '18px' } },
  small: { value: { fontSize: 'sm', lineHeight: '20px' } },
  body: { value: { fontSize: 'md', lineHeight: '22px' } },
  /** Figures that stand below each other, or change: all digits have one width. */
  figures: { value: { fontFamily: 'figures', fontVariantNumeric: 'tabular-nums' } },
  label: { value: { fontSize: 'sm', lineHeight: '20px', fontWeight: 'medium' } },
  heading: { value: { fontSize: 'lg', lineHeight: '24px', fontWeight: 'semibold' } },
  title: { value: { fontSize: 'xl', lineHeight: '32px', fontWeight: 'semibold', letterSpacing: '-0.01em' } },
  display: {
    value: { fontSize: '2xl', lineHeight: '38px', fontWeight: 'semibold', letterSpacing: '-0.015em' },
  },
})
