import { chakra } from '@chakra-ui/react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useText } from '../i18n/text.ts'
import { useUser } from '../session/provider.ts'
import { readFeed, refreshJobs, subscribeToFeed } from './feed.ts'
import { idsIn, unfollowJob, useFollowedJobs } from './followed.ts'
import { JobCard } from './job-card.tsx'

/** Px between the tray and what is below it. */
const margin = 24

/** The jobs that the user has started and not dismissed, over every screen. */
export default function JobTray() {
  const t = useText()
  const { username } = useUser()
  const followed = useFollowedJobs(username)
  const { jobs } = useSyncExternalStore(subscribeToFeed, readFeed)
  const frame = useRef<HTMLElement>(null)
  const shown = idsIn(followed).flatMap(id => jobs?.find(job => job.id === id) ?? [])
  const any = shown.length > 0
  useRoomBelow(frame, any)
  useForgotten(username, followed, jobs)
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads again for each job that is started
  useEffect(() => {
    if (readFeed().jobs !== null) refreshJobs()
  }, [followed])
  if (!any) return null
  return (
    <chakra.section
      ref={frame}
      aria-label={t('jobs.tray')}
      position="fixed"
      zIndex="panel"
      bottom={{
        base: 'var(--upload-panel-room, 0px)',
        sm: `max(${margin}px, var(--upload-panel-room, 0px))`,
      }}
      insetEnd={{ base: '0', sm: '6' }}
      insetStart={{ base: '0', sm: 'auto' }}
      width={{ base: 'auto', sm: '400px' }}
      maxH="60dvh"
      overflowY="auto"
      pb={{ base: 'env(safe-area-inset-bottom)', sm: '0' }}
      bg="bg.raised"
      borderRadius="xl"
      borderBottomRadius={{ base: '0', sm: 'xl' }}
      boxShadow="lg"
    >
      {shown.map(job => (
        <JobCard key={job.id} job={job} onDismissed={() => unfollowJob(username, job.id)} />
      ))}
    </chakra.section>
  )
}

/** Jobs of an earlier visit that the server does not list any more are not asked for again. */
function useForgotten(user: string, followed: string, jobs: readonly { id: string }[] | null): void {
  const [before] = useState(() => idsIn(followed))
  const known = jobs !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the first answer
  useEffect(() => {
    for (const id of known ? before : []) if (!jobs?.some(job => job.id === id)) unfollowJob(user, id)
  }, [known])
}

/** Tells the page how much of its end the tray covers, in px. */
function useRoomBelow(frame: RefObject<HTMLElement | null>, any: boolean): void {
  useLayoutEffect(() => {
    if (!any || !frame.current) return
    const root = document.documentElement
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0
      root.style.setProperty('--job-tray-room', `${Math.ceil(height) + margin}px`)
    })
    observer.observe(frame.current)
    return () => {
      observer.disconnect()
      root.style.removeProperty('--job-tray-room')
    }
  }, [frame, any])
}
