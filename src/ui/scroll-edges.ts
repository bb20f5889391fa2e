/** The background of what scrolls on `bg.raised`: a line at the edge behind which there is more. What scrolls along covers it at the end. */
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
