import { chakra } from '@chakra-ui/react'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { addFilesEvents } from './flow.ts'

/** Shows what is being checked, after a short delay. */
export function Checking({ children }: { children: string }) {
  const t = useText()
  return (
    <chakra.div
      position="fixed"
      zIndex="panel"
      bottom="calc(var(--tray-room, 0px) + 24px)"
      insetInline="4"
      display="flex"
      justifyContent="center"
      pointerEvents="none"
      animation="appear 150ms 400ms ease-out both"
    >
      <Card role="status">
        <Spinner />
        <chakra.span flex="1" minW="0" overflowWrap="anywhere">
          {children}
        </chakra.span>
        <Button size="sm" onClick={addFilesEvents.cancel}>
          {t('common.cancel')}
        </Button>
      </Card>
    </chakra.div>
  )
}

const Card = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minH: '12',
    maxW: '480px',
    ps: '4',
    pe: '2',
    py: '1.5',
    borderRadius: 'lg',
    bg: 'bg.raised',
    boxShadow: 'lg',
    pointerEvents: 'auto',
  },
})
