import { LayoutGrid, List } from 'lucide-react'
import { useText } from '../../i18n/text.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { lazyScreen, preloading } from '../../ui/lazy.tsx'
import { Tip } from '../../ui/tip.tsx'
import { saveViewMode, type ViewMode } from '../list/folder-view.ts'

export const FileTiles = lazyScreen(() => import('../list/tiles/file-tiles.tsx'))

/** Switches between list and tiles, for all folders. */
export function ViewModeButton({ mode, onMode }: { mode: ViewMode; onMode: (mode: ViewMode) => void }) {
  const t = useText()
  const other = mode === 'tiles' ? 'list' : 'tiles'
  const label = t(other === 'tiles' ? 'files.showTiles' : 'files.showList')
  return (
    <Tip label={label}>
      <IconButton
        label={label}
        {...preloading(FileTiles)}
        onClick={() => {
          saveViewMode(other)
          onMode(other)
        }}
      >
        {other === 'tiles' ? <LayoutGrid /> : <List />}
      </IconButton>
    </Tip>
  )
}
