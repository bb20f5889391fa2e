import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UserSession } from '../../../openapi/schema.ts'
import { api } from '../../api/client.ts'
import { read } from '../../api/query.ts'
import { result } from '../../api/result.ts'
import { useConfirmed } from '../../confirm/use-confirmed.tsx'
import { ActDialog } from '../../forms/act-dialog.tsx'
import { useText } from '../../i18n/text.ts'
import { showToast } from '../../shell/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Safe } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Read } from '../../ui/read.tsx'
import { deviceText, SessionCard, SessionCards, SessionCardsSkeleton } from './session-card.tsx'

/** Where the user is signed in, this session first. */
export default function SessionsSection() {
  const query = useQuery({
    ...read('/user/sessions'),
    select: ({ sessions }) => sessions.toSorted((a, b) => Number(b.current) - Number(a.current)),
  })
  return (
    <Read of={query} failed="security.sessionsFailed" skeleton={<SessionCardsSkeleton />}>
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

type Props = { ending: UserSession | 'others'; onClose: () => void }

/** Asks before one session, or all others, are ended, and then for PIN or code. */
function EndSessionDialog({ ending, onClose }: Props) {
  const t = useText()
  const { confirmed, dialog: confirmation } = useConfirmed()
  return (
    <>
      {ending === 'others' ? (
        <ActDialog
          danger
          title={t('security.endOthersTitle')}
          lead={t('security.endOthersLead')}
          action={t('security.endOthers')}
          send={() => confirmed(() => result(api.POST('/user/end-other-sessions')))}
          onSent={({ ended }) => showToast('security.toast.othersEnded', { values: { count: ended } })}
          onClose={onClose}
        />
      ) : (
        <ActDialog
          danger
          title={t('security.endTitle')}
          lead={t('security.endLead', { device: deviceText(t, ending) })}
          action={t('security.end')}
          send={() => confirmed(() => result(api.DELETE('/user/sessions', { body: { id: ending.id } })))}
          onSent={() => showToast('security.toast.ended')}
          onClose={onClose}
        />
      )}
      {confirmation}
    </>
  )
}
