import { chakra } from '@chakra-ui/react'
import { useText } from '../../i18n/text.ts'
import { skeletonStyle } from '../../ui/skeleton.tsx'
import { columnStyle, facts } from './columns.ts'

const widths = ['38%', '52%', '27%', '44%', '61%', '33%', '48%', '29%', '55%', '40%']

/** Placeholder rows. One styled element, since it delays the first rows. */
export function ListSkeleton() {
  const t = useText()
  return (
    <Lines role="status" aria-busy="true" aria-label={t('common.loading')}>
      {widths.map(width => (
        <div key={width}>
          <i className="box" />
          <span>
            <i className="icon" />
            <i style={{ width }} />
          </span>
          {facts.map(([column, { look, width }]) => (
            <i key={column} className={`fact ${look}`} style={{ width: width.bar }} />
          ))}
        </div>
      ))}
    </Lines>
  )
}

const Lines = chakra('div', {
  base: {
    flex: '1',
    overflow: 'hidden',
    containerType: 'inline-size',
    scrollbarGutter: 'stable',
    // One animation for all: sixty would take as long as the rest.
    animation: skeletonStyle.animation,
    _before: { content: '""', display: 'block', h: '9', borderBottomWidth: '1px' },
    '& > div': {
      display: 'grid',
      ...columnStyle,
      alignItems: 'center',
      h: { base: '16', sm: '44px' },
      borderBottomWidth: '1px',
    },
    '& > div > span': { display: 'flex', alignItems: 'center', gap: '3' },
    '& i': { ...skeletonStyle, animation: 'none' },
    '& .box': { boxSize: '18px', borderRadius: '5px', mx: 'auto' },
    '& .icon': { boxSize: '20px', borderRadius: 'sm' },
    '& .fact': { ms: '3' },
    '& .end': { ms: 'auto', me: '3' },
  },
})
