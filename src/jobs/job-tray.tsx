import { chakra } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { selectJobs } from '../../machines/job-feed/machine.ts'
import { useText } from '../i18n/text.ts'
import { useUser } from '../session/flow.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Tip } from '../ui/tip.tsx'
import { useJobFeed } from './feed.ts'
import { followLive, idsIn, unfollowJobs, useFollowedJobs } from './followed-jobs.ts'
import { JobCard } from './job-card.tsx'
import { useLeaving, useTrayFold } from './tray-fold.ts'

/** The jobs of the user that are not dismissed, from any device, on every screen. */
export default function JobTray() {
  const t = useText()
  const { id: userId, email } = useUser()
  const followed = useFollowedJobs(userId)
  const feed = useJobFeed()
  const jobs = useSelector(feed, selectJobs)
  const frame = useRef<HTMLElement>(null)
  const shown = idsIn(followed)
    .toReversed()
    .flatMap(id => jobs?.find(job => job.id === id) ?? [])
  const [open, setOpen] = useTrayFold(shown)
  useLeaving(shown, frame, ids => unfollowJobs(userId, ids))
  const hasJobs = shown.length > 0
  useUnfollowUnknown(userId, followed, jobs)
  useEffect(() => followLive(userId, email, jobs ?? []), [userId, email, jobs])
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads again for each job that is started
  useEffect(() => feed.send({ type: 'refresh' }), [feed, followed])
  if (!hasJobs) return null
  const ended = shown.filter(({ ended_at }) => ended_at !== null)
  const hasHead = shown.length > 1 || !open
  return (
    <chakra.section
      ref={frame}
      aria-label={t('jobs.tray')}
      display="flex"
      flexDirection="column"
      width={{ base: 'auto', sm: open ? '400px' : 'auto' }}
      minH="0"
      maxH="40dvh"
    >
      {hasHead && (
        <Head
          live={shown.length - ended.length}
          ended={ended.length}
          open={open}
          onOpen={setOpen}
          onClear={() =>
            unfollowJobs(
              userId,
              ended.map(({ id }) => id),
            )
          }
        />
      )}
      <chakra.div
        hidden={!open}
        minH="0"
        overflowY="auto"
        overscrollBehavior="contain"
        borderTopWidth={hasHead ? '1px' : '0'}
      >
        {shown.map(job => (
          <JobCard key={job.id} feed={feed} job={job} onDismissed={() => unfollowJobs(userId, [job.id])} />
        ))}
      </chakra.div>
    </chakra.section>
  )
}

type HeadProps = {
  live: number
  ended: number
  open: boolean
  onOpen: (open: boolean) => void
  /** Dismisses the jobs that have ended. */
  onClear: () => void
}

/** The header for several jobs, and for collapsed ones: their number, and a button to collapse them. */
function Head({ live, ended, open, onOpen, onClear }: HeadProps) {
  const t = useText()
  const fold = t(open ? 'jobs.fold' : 'jobs.unfold')
  return (
    <chakra.header display="flex" alignItems="center" gap="1" ps="4" pe="2" py="1.5" flexShrink="0">
      <chakra.h2 flex="1" minW="0" textStyle="label" fontSize="md" truncate>
        {live > 0 ? t('jobs.live', { count: live }) : t('jobs.ended', { count: ended })}
      </chakra.h2>
      {ended > 0 && (
        <Button size="sm" variant="quiet" onClick={onClear}>
          {t('jobs.clear')}
        </Button>
      )}
      <Tip label={fold}>
        <IconButton size="sm" label={fold} aria-expanded={open} onClick={() => onOpen(!open)}>
          {open ? <ChevronDown /> : <ChevronUp />}
        </IconButton>
      </Tip>
    </chakra.header>
  )
}

/** Stops following jobs of an earlier visit that the server no longer lists. */
function useUnfollowUnknown(user: string, followed: string, jobs: readonly { id: string }[] | null): void {
  const [before] = useState(() => idsIn(followed))
  const known = jobs !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the first answer
  useEffect(() => {
    if (known)
      unfollowJobs(
        user,
        before.filter(id => !jobs.some(job => job.id === id)),
      )
  }, [known])
}
