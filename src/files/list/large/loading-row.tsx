// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus, and names its active row
// biome-ignore-all lint/a11y/useSemanticElements: table rows cannot be placed one by one

/** A row that is not loaded yet. `index`: from 0; `start` and `height` in px. */
export function LoadingRow({ index, start, height }: { index: number; start: number; height: number }) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-busy="true"
      style={{ height, transform: `translateY(${start}px)` }}
    >
      <span role="gridcell" />
      <span role="gridcell" className="item">
        <i className="unread" style={{ width: '40%', height: 12 }} />
      </span>
    </div>
  )
}
