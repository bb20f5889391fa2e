import { chakra } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { addFilesTexts, bucketTexts, uploadPanelTexts } from '../../languages/screen-texts.ts'
import { selectDrawerOpen, selectSmall } from '../../machines/drawer/machine.ts'
import { api } from '../api/client.ts'
import { result } from '../api/result.ts'
import { useText, withMessages } from '../i18n/text.ts'
import { followLive, useFollowedJobs } from '../jobs/followed-jobs.ts'
import { useUser } from '../session/flow.ts'
import { drawer, drawerEvents } from '../shell/drawer.ts'
import { lazyPart } from '../ui/lazy.tsx'
import { useBootHidden } from '../ui/screen-loading.tsx'
import { useUploadsEnabled } from '../uploads/uploads-enabled.ts'
import { ClientErrorBoundary, ClientErrorPage } from './client-error-boundary.tsx'
import { DrawerBody } from './drawer-body.tsx'
import { TopBar } from './top-bar.tsx'
import { Tray } from './tray.tsx'

const ModalDrawer = lazyPart(() => import('./modal-drawer.tsx'))
const AddFilesDialog = lazyPart(() =>
  withMessages(import('../files/add/add-files-dialog.tsx'), addFilesTexts),
)
const JobTray = lazyPart(() => withMessages(import('../jobs/job-tray.tsx'), bucketTexts))
const UploadsPart = lazyPart(() =>
  withMessages(import('../uploads/panel/uploads-part.tsx'), uploadPanelTexts),
)

export function MainLayout({ children }: { children: ReactNode }) {
  useBootHidden()
  const t = useText()
  const [path] = useLocation()
  const content = useRef<HTMLElement>(null)
  const open = useSelector(drawer, selectDrawerOpen)
  const small = useSelector(drawer, selectSmall)
  const user = useUser()
  const uploads = useUploadsEnabled(user)
  const jobs = useFollowedJobs(user.id) !== ''
  useOwnLiveJobs(jobs)
  useKeptFocus(content)

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each new path
  useEffect(() => drawerEvents.navigated(), [path])
  useEffect(() => void ClientErrorPage.preload(), [])

  return (
    <chakra.div display="flex" h="100dvh" overflow="hidden">
      <SkipLink
        href="#content"
        onClick={event => {
          event.preventDefault()
          content.current?.focus()
        }}
      >
        {t('shell.skip')}
      </SkipLink>
      {small ? (
        <ModalDrawer open={open} />
      ) : (
        <chakra.aside
          id="drawer"
          flexShrink="0"
          width={open ? 'drawer' : '0'}
          visibility={open ? 'visible' : 'hidden'}
          overflow="hidden"
          borderEndWidth={open ? '1px' : '0'}
          bg="bg.subtle"
          transition="width 160ms ease-out, visibility 160ms"
        >
          <chakra.div width="drawer" h="full">
            <DrawerBody />
          </chakra.div>
        </chakra.aside>
      )}
      <chakra.div flex="1" minW="0" display="flex" flexDirection="column">
        <TopBar drawerOpen={open} withLogo={small || !open} />
        <chakra.main
          ref={content}
          id="content"
          flex="1"
          minH="0"
          overflowY="auto"
          pb="var(--tray-room)"
          position="relative"
          tabIndex={-1}
          outline="none"
          // Keeps a focused element from being hidden below a table's head.
          css={{ '&:has(thead)': { scrollPaddingTop: '36px' } }}
        >
          <ClientErrorBoundary place={path}>{children}</ClientErrorBoundary>
        </chakra.main>
      </chakra.div>
      {uploads && <AddFilesDialog />}
      <Tray>
        {jobs && <JobTray />}
        {uploads && <UploadsPart />}
      </Tray>
    </chakra.div>
  )
}

const SkipLink = chakra('a', {
  base: {
    position: 'fixed',
    top: '2',
    insetStart: '2',
    zIndex: 'skip',
    px: '4',
    py: '2',
    borderRadius: 'md',
    bg: 'bg.inverted',
    color: 'fg.inverted',
    transform: 'translateY(-200%)',
    _focus: { transform: 'none' },
  },
})

/**
 * Keeps the keyboard focus within `content`: if the focused element is removed (a deleted row, a button that is no
 * longer needed), at once or while a dialog was open over it, `content` gets the focus, instead of the start of the
 * page.
 */
function useKeptFocus(content: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = content.current
    if (!root) return
    let last: EventTarget | null = null
    const note = (event: FocusEvent) => {
      last = event.target
    }
    const observer = new MutationObserver(() => {
      if (!(last instanceof Node) || last.isConnected || document.activeElement !== document.body) return
      root.focus({ preventScroll: true })
    })
    root.addEventListener('focusin', note)
    observer.observe(root, { childList: true, subtree: true })
    // Dialogs are children of the body: when one is removed, the focus stays there.
    observer.observe(document.body, { childList: true })
    return () => {
      root.removeEventListener('focusin', note)
      observer.disconnect()
    }
  }, [content])
}

/** ms after which the jobs are read, so that the content of the page loads first. */
const liveJobsDelay = 2000

/** Finds live jobs of the user on other devices, once per page, unless the tray is shown, which finds them itself. */
function useOwnLiveJobs(shown: boolean): void {
  const { id, email } = useUser()
  const [enabled] = useState(!shown)
  useEffect(() => {
    if (!enabled) return
    let cancelled = false
    const timer = setTimeout(async () => {
      const outcome = await result(api.GET('/jobs'))
      if (outcome.ok && !cancelled) followLive(id, email, outcome.data.jobs)
    }, liveJobsDelay)
    return () => {
      cancelled = true
      clearTimeout(timer)
    }
  }, [enabled, id, email])
}
