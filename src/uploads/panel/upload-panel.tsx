import { chakra } from '@chakra-ui/react'
import { domAnimation, LazyMotion, MotionConfig, m } from 'framer-motion'
import { useRef, useState } from 'react'
import type { RowFilter } from '../../../machines/upload-queue/lines.ts'
import { selectActivity, selectCanRetry, selectCounts } from '../../../machines/upload-queue/selectors.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/button.tsx'
import { uploadEvents } from '../queue/uploads.ts'
import { EndOffer } from './end-offer.tsx'
import { MissingFiles } from './missing-files.tsx'
import { OtherTabs } from './other-tabs.tsx'
import { PanelFoot } from './panel-foot.tsx'
import { PanelHead, SlimBar } from './panel-head.tsx'
import { usePanelSize, useSmallWindow } from './panel-size.ts'
import { UploadList } from './upload-list.tsx'
import { UploadSummary } from './upload-summary.tsx'
import { useOtherUploads, useUploads, useUploadsRestoring, useUploadsStored } from './use-uploads.ts'

/** The uploads, in the tray; nothing while there are none. */
export default function UploadPanel() {
  const own = useUploads(selectActivity) !== 'none'
  const elsewhere = useOtherUploads().length > 0
  const restoring = useUploadsRestoring()
  return (
    <LazyMotion features={domAnimation} strict>
      <MotionConfig reducedMotion="user" transition={{ duration: 0.16, ease: 'easeOut' }}>
        {(own || elsewhere || restoring) && <Panel own={own} />}
      </MotionConfig>
    </LazyMotion>
  )
}

const Frame = chakra(m.section, {}, { forwardProps: ['initial', 'animate'] })

function Panel({ own }: { own: boolean }) {
  const t = useText()
  const frame = useRef<HTMLElement>(null)
  const [size, setSize] = usePanelSize(frame)
  const atBottom = useSmallWindow()
  const minimised = size === 'minimised'
  const uploaded = useUploads(selectActivity) === 'done'
  const slim = own && atBottom && minimised
  const width = size === 'maximised' ? wide : '400px'
  return (
    <Frame
      ref={frame}
      initial={{ opacity: 0, y: 16 }}
      animate={{ opacity: 1, y: 0 }}
      aria-label={t('uploads.panel')}
      data-size={size}
      flexShrink="0"
      width={atBottom ? 'auto' : width}
    >
      {slim ? (
        <SlimBar onOpen={() => setSize('normal')} />
      ) : (
        <>
          <PanelHead size={size} onSize={setSize} own={own} />
          {own && !(minimised && uploaded) && <UploadSummary />}
          {own && <NotStored />}
          {own && !minimised && <PanelBody maximised={size === 'maximised'} />}
          <OtherTabs />
        </>
      )}
    </Frame>
  )
}

const wide = 'min(720px, calc(100vw - 48px))'

function PanelBody({ maximised }: { maximised: boolean }) {
  const [filter, setFilter] = useState<RowFilter>('all')
  const { failed } = useUploads(selectCounts)
  const shownFilter = failed > 0 ? filter : 'all'
  return (
    <>
      <EndOffer />
      <MissingFiles />
      <FailedBar filter={shownFilter} onFilter={setFilter} />
      <chakra.div borderTopWidth="1px">
        <UploadList filter={shownFilter} height={maximised ? 'min(70dvh, 640px)' : 'min(34dvh, 292px)'} />
      </chakra.div>
      <PanelFoot />
    </>
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
