/**
 * The background of scrolling content on `bg.raised`: a line at each edge that hides more. The content's own background
 * covers the line at the end.
 */
export const scrollEdges = [
  ['bg-raised', 'top', 'local'],
  ['bg-raised', 'bottom', 'local'],
  ['line', 'top', 'scroll'],
  ['line', 'bottom', 'scroll'],
]
  .map(([color, edge, moves]) => {
    const fill = `var(--kho-colors-${color})`
    return `linear-gradient(${fill}, ${fill}) ${edge} / 100% 1px no-repeat ${moves}`
  })
  .join(', ')
