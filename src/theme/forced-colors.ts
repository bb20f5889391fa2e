/** A selected element: a filled box in the theme's own colours, with its contents. */
const chosen = {
  forcedColorAdjust: 'none',
  backgroundColor: 'Highlight !important',
  color: 'HighlightText !important',
  '& *:not(input)': {
    backgroundColor: 'transparent !important',
    color: 'HighlightText !important',
    borderColor: 'HighlightText !important',
  },
}

const rows = '[role=row][aria-selected=true], tr[aria-selected=true], tr[data-selected]'
const links = 'nav a[aria-current=page], button[aria-pressed=true]'
const days = '[data-scope=date-picker][role=button][data-selected]'
const entries =
  '[role=menuitem][data-highlighted], [role=option][data-highlighted], :is([role=option], [role=treeitem])[aria-selected=true]'

/**
 * System contrast themes remove backgrounds, shadows and gradients, and show every border: information conveyed only by
 * those gets system colours there. By roles and states, so that it applies to every component that has them.
 */
export const forcedColors = {
  [`${rows}, ${links}, ${entries}, ${days}`]: chosen,
  'nav a:not([aria-current=page])': { borderColor: 'Canvas !important' },
  ':focus-visible:not([tabindex="-1"], [role=menu])': {
    outline: '2px solid CanvasText !important',
    outlineOffset: '2px',
  },
  ':is([role=grid], [role=tree]):focus-visible [data-active]': {
    outline: '2px dashed CanvasText !important',
    outlineOffset: '-3px !important',
  },
  ':is([role=grid], [role=tree]):focus-visible [data-active][aria-selected=true]': {
    outlineColor: 'HighlightText !important',
  },
  '[role=switch], input[type=checkbox]': {
    forcedColorAdjust: 'none',
    border: '1px solid ButtonText !important',
    backgroundColor: 'ButtonFace !important',
  },
  '[role=switch]::before': { backgroundColor: 'ButtonText !important' },
  '[role=switch][aria-checked=true], input[type=checkbox]:is(:checked, :indeterminate)': {
    backgroundColor: 'Highlight !important',
  },
  '[role=switch][aria-checked=true]::before, input[type=checkbox]::before': {
    backgroundColor: 'HighlightText !important',
  },
  'input[type=radio]:checked': { borderColor: 'Highlight !important' },
  '[role=progressbar]': { border: '1px solid CanvasText' },
  '[role=progressbar] > *': { forcedColorAdjust: 'none', backgroundColor: 'Highlight !important' },
  ':is(button, input, a):is(:disabled, [aria-disabled=true])': {
    opacity: '1 !important',
    color: 'GrayText !important',
    borderColor: 'GrayText !important',
  },
  '[data-part=content], [role=listbox], [role=status] > div': { border: '1px solid CanvasText !important' },
}
