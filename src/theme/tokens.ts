import { defineTokens } from '@chakra-ui/react'

const step = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]))

/** The rhythm is 8 px: 2 is one step. */
const space = step({
  '0.5': '2px',
  '1': '4px',
  '1.5': '6px',
  '2': '8px',
  '2.5': '10px',
  '3': '12px',
  '3.5': '14px',
  '4': '16px',
  '5': '20px',
  '6': '24px',
  '7': '28px',
  '8': '32px',
  '9': '36px',
  '10': '40px',
  '11': '44px',
  '12': '48px',
  '14': '56px',
  '16': '64px',
  '20': '80px',
  '24': '96px',
})

export const tokens = defineTokens({
  colors: {
    gray: step({
      '25': '#fafbfc',
      '50': '#f5f7f8',
      '100': '#edf0f2',
      '200': '#e0e5e9',
      '300': '#c9d1d7',
      '500': '#64707a',
      '600': '#55616b',
      '900': '#18212a',
      '950': '#0e1316',
    }),
    // The operator's colours, where they are set: server/brand/colors.ts.
    blue: step({ '50': '#eaf2fe', '300': '#7db5fb', '500': '#1d64d8', '600': '#1a57be', '950': '#14273b' }),
    teal: step({ '300': '#57cbc8', '500': '#0a7c83', '600': '#086a70' }),
    red: step({
      '50': '#fdeeed',
      '300': '#ff9a92',
      '500': '#d3342f',
      '600': '#b92722',
      '950': '#331614',
    }),
    amber: step({ '50': '#fdf3e1', '300': '#f2bd63', '600': '#8f5700', '950': '#2e2210' }),
    green: step({ '50': '#e6f5ec', '300': '#66d19e', '600': '#16744a', '950': '#11291f' }),
    white: { value: '#ffffff' },
    black: { value: '#000000' },
  },
  spacing: space,
  sizes: { ...space, ...step({ full: '100%', drawer: '240px', bar: '56px', field: '40px', prose: '34rem' }) },
  fonts: {
    body: {
      value: "'Be Vietnam Pro', system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif",
    },
    figures: {
      value: "'Kho Figures', 'Be Vietnam Pro', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
    },
    mono: { value: "ui-monospace, 'SF Mono', 'Cascadia Mono', 'Roboto Mono', Menlo, Consolas, monospace" },
  },
  fontSizes: step({ xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px', '2xl': '26px' }),
  fontWeights: step({ normal: '400', medium: '500', semibold: '600' }),
  radii: step({ sm: '6px', md: '8px', lg: '12px', xl: '16px', full: '999px' }),
  zIndex: step({
    bar: '10',
    panel: '30',
    dialog: '1400',
    menu: '1500',
    toast: '1700',
    skip: '1800',
  }),
})
