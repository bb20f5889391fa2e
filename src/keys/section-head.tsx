import { chakra } from '@chakra-ui/react'
import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../i18n/text.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Tip } from '../ui/tip.tsx'

type Props = {
  title: string
  lead: string
  refreshing: boolean
  onRefresh: () => void
  /** The main button. */
  action: ReactNode
}

/** What a section of keys is for, and its buttons. Its title is the tab's, so that only screen readers get it again. */
export function SectionHead({ title, lead, refreshing, onRefresh, action }: Props) {
  const t = useText()
  return (
    <chakra.div
      display="flex"
      flexDirection={{ base: 'column', md: 'row' }}
      alignItems={{ base: 'stretch', md: 'flex-start' }}
      justifyContent="space-between"
      gap="4"
      mb="5"
    >
      <chakra.div maxW="640px">
        <chakra.h2 srOnly>{title}</chakra.h2>
        <chakra.p color="fg.muted" textWrap="pretty">
          {lead}
        </chakra.p>
      </chakra.div>
      <chakra.div display="flex" gap="2" justifyContent="flex-end" flexShrink="0">
        <Tip label={t('common.refresh')}>
          <IconButton label={t('common.refresh')} disabled={refreshing} onClick={onRefresh}>
            <chakra.span display="grid" animation={refreshing ? 'spin 900ms linear infinite' : undefined}>
              <RefreshCw />
            </chakra.span>
          </IconButton>
        </Tip>
        {action}
      </chakra.div>
    </chakra.div>
  )
}
