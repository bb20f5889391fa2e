import { LayoutGrid, List } from 'lucide-react'
import { useText } from '../i18n/text.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { lazyScreen, preloading } from '../ui/lazy.tsx'
import { Tip } from '../ui/tip.tsx'
import { chooseShape, type Shape } from './folder-view.ts'

export const FileTiles = lazyScreen(() => import('./tiles/file-tiles.tsx'))

/** Shows the folder as a list or as tiles; the choice holds for other folders too. */
export function ShapeButton({ shape, onShape }: { shape: Shape; onShape: (shape: Shape) => void }) {
  const t = useText()
  const other = shape === 'tiles' ? 'list' : 'tiles'
  const label = t(other === 'tiles' ? 'files.showTiles' : 'files.showList')
  return (
    <Tip label={label}>
      <IconButton
        label={label}
        {...preloading(FileTiles)}
        onClick={() => {
          chooseShape(other)
          onShape(other)
        }}
      >
        {other === 'tiles' ? <LayoutGrid /> : <List />}
      </IconButton>
    </Tip>
  )
}
