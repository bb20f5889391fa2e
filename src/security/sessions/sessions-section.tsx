import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import type { UserSession } from '../../../openapi/schema.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { Safe } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Read } from '../../ui/read.tsx'
import { useSessions } from '../queries.ts'
import { EndSessionDialog } from './end-session-dialog.tsx'
import { SessionCard, SessionCards, SessionCardsSkeleton } from './session-card.tsx'

export default function SessionsSection() {
  return (
    <Read of={useSessions()} failed="security.sessionsFailed" skeleton={<SessionCardsSkeleton />}>
      {sessions => <Sessions sessions={sessions} />}
    </Read>
  )
}

function Sessions({ sessions }: { sessions: UserSession[] }) {
  const t = useText()
  const [ending, setEnding] = useState<UserSession | 'others' | null>(null)
  const onlyThis = sessions.every(session => session.current)
  return (
    <chakra.section display="flex" flexDirection="column" gap="4">
      <chakra.div
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        justifyContent="space-between"
        columnGap="4"
        rowGap="3"
      >
        <chakra.p color="fg.muted" flex="1 1 320px">
          {t('security.sessionsLead')}
        </chakra.p>
        {!onlyThis && (
          <Button variant="dangerQuiet" ms={{ base: '-4', sm: '0' }} onClick={() => setEnding('others')}>
            {t('security.endOthers')}
          </Button>
        )}
      </chakra.div>
      <SessionCards aria-label={t('security.tab.sessions')}>
        {sessions.map(session => (
          <SessionCard key={session.id} session={session} onEnd={() => setEnding(session)} />
        ))}
      </SessionCards>
      {onlyThis && (
        <EmptyState
          drawing={<Safe />}
          title={t('security.onlyThisTitle')}
          lead={t('security.onlyThisLead')}
        />
      )}
      {ending && <EndSessionDialog ending={ending} onClose={() => setEnding(null)} />}
    </chakra.section>
  )
}
