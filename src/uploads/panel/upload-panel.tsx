import { chakra } from '@chakra-ui/react'
import { AnimatePresence, domAnimation, LazyMotion, MotionConfig, m } from 'framer-motion'
import { Maximize2, Minimize2, Minus, Pause, Play, X } from 'lucide-react'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import {
  selectActivity,
  selectCanRetry,
  selectCounts,
  selectForAll,
} from '../../../machines/upload-queue/selectors.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Tip } from '../../ui/tip.tsx'
import { uploadEvents } from '../queue/uploads.ts'
import { MissingFiles } from './missing-files.tsx'
import { OtherTabs } from './other-tabs.tsx'
import type { RowFilter } from './row-order.ts'
import { UploadList } from './upload-list.tsx'
import { UploadSummary, useUploadTitle } from './upload-summary.tsx'
import { useOtherUploads, useUploads, useUploadsRestoring, useUploadsStored } from './use-uploads.ts'

type Size = 'minimised' | 'normal' | 'maximised'

/** The uploads, over every screen; hidden while there are none. */
export default function UploadPanel() {
  const own = useUploads(selectActivity) !== 'none'
  const elsewhere = useOtherUploads().length > 0
  const restoring = useUploadsRestoring()
  return (
    <LazyMotion features={domAnimation} strict>
      <MotionConfig reducedMotion="user" transition={{ duration: 0.16, ease: 'easeOut' }}>
        <AnimatePresence>
          {(own || elsewhere || restoring) && <Panel key="panel" own={own} />}
        </AnimatePresence>
      </MotionConfig>
    </LazyMotion>
  )
}

/** Sets a CSS variable to the height that the panel covers, so that the last rows can be scrolled into view. */
function useReportedHeight(panel: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    if (!panel.current) return
    const root = document.documentElement
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0
      root.style.setProperty('--upload-panel-room', `${Math.ceil(height) + margin}px`)
    })
    observer.observe(panel.current)
    return () => {
      observer.disconnect()
      root.style.removeProperty('--upload-panel-room')
    }
  }, [panel])
}

/** Px between the panel and the end of the window. */
const margin = 24

const Frame = chakra(m.section, {}, { forwardProps: ['initial', 'animate', 'exit'] })

function Panel({ own }: { own: boolean }) {
  const t = useText()
  const [size, setSize] = useState<Size>('normal')
  const [filter, setFilter] = useState<RowFilter>('all')
  const { failed } = useUploads(selectCounts)
  const shownFilter = failed > 0 ? filter : 'all'
  const frame = useRef<HTMLElement>(null)
  useReportedHeight(frame)
  return (
    <Frame
      ref={frame}
      initial={{ opacity: 0, y: 16 }}
      animate={{ opacity: 1, y: 0 }}
      exit={{ opacity: 0, y: 16 }}
      aria-label={t('uploads.panel')}
      data-size={size}
      position="fixed"
      zIndex="panel"
      bottom={{ base: '0', sm: '6' }}
      insetEnd={{ base: '0', sm: '6' }}
      insetStart={{ base: '0', sm: 'auto' }}
      width={{ base: 'auto', sm: size === 'maximised' ? 'min(720px, calc(100vw - 48px))' : '400px' }}
      pb={{ base: 'env(safe-area-inset-bottom)', sm: '0' }}
      bg="bg.raised"
      borderRadius="xl"
      borderBottomRadius={{ base: '0', sm: 'xl' }}
      boxShadow="lg"
      overflow="hidden"
    >
      <PanelHead size={size} onSize={setSize} own={own} />
      {own && <UploadSummary />}
      {own && <NotStored />}
      {own && size !== 'minimised' && (
        <>
          <MissingFiles />
          <FailedBar filter={shownFilter} onFilter={setFilter} />
          <chakra.div borderTopWidth="1px">
            <UploadList
              filter={shownFilter}
              height={size === 'maximised' ? 'min(70dvh, 640px)' : 'min(40dvh, 320px)'}
            />
          </chakra.div>
          <PanelFoot />
        </>
      )}
      <OtherTabs />
    </Frame>
  )
}

type HeadProps = { size: Size; onSize: (size: Size) => void; own: boolean }

function PanelHead({ size, onSize, own }: HeadProps) {
  const t = useText()
  const title = useUploadTitle()
  const restoring = useUploadsRestoring()
  const { unfinished } = useUploads(selectCounts)
  const minimised = size === 'minimised'
  const maximised = size === 'maximised'
  return (
    <chakra.header display="flex" alignItems="center" gap="1" ps="4" pe="2" pt="2" pb="1">
      <chakra.h2
        flex="1"
        minW="0"
        textStyle="label"
        fontSize="md"
        overflow="hidden"
        textOverflow="ellipsis"
        whiteSpace="nowrap"
      >
        {own ? title : t(restoring ? 'uploads.restoring' : 'uploads.panel')}
      </chakra.h2>
      {minimised && <PauseAll />}
      {own && (
        <Tip label={t(minimised ? 'uploads.restore' : 'uploads.minimise')}>
          <IconButton
            size="sm"
            label={t(minimised ? 'uploads.restore' : 'uploads.minimise')}
            onClick={() => onSize(minimised ? 'normal' : 'minimised')}
          >
            {minimised ? <Maximize2 /> : <Minus />}
          </IconButton>
        </Tip>
      )}
      {own && !minimised && (
        <chakra.span display={{ base: 'none', sm: 'contents' }}>
          <Tip label={t(maximised ? 'uploads.restore' : 'uploads.maximise')}>
            <IconButton
              size="sm"
              label={t(maximised ? 'uploads.restore' : 'uploads.maximise')}
              onClick={() => onSize(maximised ? 'normal' : 'maximised')}
            >
              {maximised ? <Minimize2 /> : <Maximize2 />}
            </IconButton>
          </Tip>
        </chakra.span>
      )}
      {own && unfinished === 0 && (
        <Tip label={t('uploads.close')}>
          <IconButton size="sm" label={t('uploads.close')} onClick={() => uploadEvents.clear(true)}>
            <X />
          </IconButton>
        </Tip>
      )}
    </chakra.header>
  )
}

/** Pauses or continues all uploads, in the header of a minimised panel. */
function PauseAll() {
  const t = useText()
  const can = useUploads(selectForAll)
  if (!can.pause && !can.continue) return null
  const label = t(can.pause ? 'uploads.pauseAll' : 'uploads.continueAll')
  return (
    <Tip label={label}>
      <IconButton
        size="sm"
        label={label}
        onClick={can.pause ? uploadEvents.pauseAll : uploadEvents.continueAll}
      >
        {can.pause ? <Pause /> : <Play />}
      </IconButton>
    </Tip>
  )
}

/** A warning while the rows would be lost with the page. */
function NotStored() {
  const t = useText()
  const { unfinished } = useUploads(selectCounts)
  const stored = useUploadsStored()
  if (stored || unfinished === 0) return null
  return (
    <chakra.p px="4" py="2" textStyle="small" bg="warning.subtle">
      {t('uploads.notStored')}
    </chakra.p>
  )
}

/** The number of failed uploads, and a filter for them. */
function FailedBar({ filter, onFilter }: { filter: RowFilter; onFilter: (filter: RowFilter) => void }) {
  const t = useText()
  const { failed } = useUploads(selectCounts)
  const canRetry = useUploads(selectCanRetry)
  const headSaysIt = useUploads(selectActivity) === 'failed'
  if (failed === 0) return null
  const showsFailed = filter === 'failed'
  return (
    <chakra.div display="flex" alignItems="center" gap="1" ps="4" pe="2" py="1" bg="danger.subtle">
      <chakra.span flex="1" minW="0" textStyle="small">
        {!headSaysIt && t('uploads.failed', { failed })}
      </chakra.span>
      <Button
        size="sm"
        variant="quiet"
        aria-pressed={showsFailed}
        onClick={() => onFilter(showsFailed ? 'all' : 'failed')}
      >
        {t(showsFailed ? 'uploads.showAll' : 'uploads.showFailed')}
      </Button>
      {canRetry && (
        <Button size="sm" variant="quiet" onClick={uploadEvents.retryAll}>
          {t('uploads.retryAll')}
        </Button>
      )}
    </chakra.div>
  )
}

function PanelFoot() {
  const t = useText()
  const [confirming, setConfirming] = useState(false)
  const { unfinished, ended } = useUploads(selectCounts)
  const adding = useUploads(selectActivity) === 'adding'
  const can = useUploads(selectForAll)
  return (
    <chakra.footer
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="1"
      px="2"
      py="2"
      borderTopWidth="1px"
    >
      {can.pause && (
        <Button size="sm" variant="quiet" px="2" onClick={uploadEvents.pauseAll}>
          <Pause />
          {t('uploads.pauseAll')}
        </Button>
      )}
      {can.continue && (
        <Button size="sm" variant="quiet" px="2" onClick={uploadEvents.continueAll}>
          <Play />
          {t('uploads.continueAll')}
        </Button>
      )}
      {(unfinished > 0 || adding) && (
        <Button size="sm" variant="quiet" px="2" onClick={() => setConfirming(true)}>
          <X />
          {t('uploads.cancelAll')}
        </Button>
      )}
      <chakra.span flex="1" />
      {ended > 0 && (
        <Button size="sm" variant="quiet" px="2" onClick={() => uploadEvents.clear(false)}>
          {t('uploads.clear')}
        </Button>
      )}
      <ConfirmDialog
        open={confirming}
        danger
        title={t('uploads.cancelAllTitle')}
        lead={t('uploads.cancelAllLead', { count: unfinished })}
        action={t('uploads.cancelAll')}
        dismiss={t('uploads.keepUploading')}
        onClose={() => setConfirming(false)}
        onConfirm={() => {
          setConfirming(false)
          uploadEvents.cancelAll()
        }}
      />
    </chakra.footer>
  )
}
