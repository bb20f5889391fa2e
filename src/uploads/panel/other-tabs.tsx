import { chakra } from '@chakra-ui/react'
import { useText } from '../../i18n/text.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import type { TabUploads } from '../other-tabs.ts'
import { useOtherUploads } from './use-uploads.ts'

/** What other tabs of this browser upload. */
export function OtherTabs() {
  const others = useOtherUploads()
  if (others.length === 0) return null
  return (
    <chakra.ul borderTopWidth="1px">
      {others.map(uploads => (
        <OtherTab key={uploads.queue} uploads={uploads} />
      ))}
    </chakra.ul>
  )
}

function OtherTab({ uploads }: { uploads: TabUploads }) {
  const t = useText()
  const { activity, unfinished, completed, failed, size, sent } = uploads
  const says =
    activity === 'none' || activity === 'adding'
      ? t('uploads.adding')
      : t(`uploads.${activity}`, { left: unfinished, completed, failed })
  const percent = size > 0 ? Math.min((sent / size) * 100, 100) : null
  return (
    <chakra.li px="4" py="3" display="flex" flexDirection="column" gap="1" textStyle="small">
      <chakra.span display="flex" justifyContent="space-between" gap="3">
        <chakra.span minW="0">
          <chakra.span color="fg.muted">{t('uploads.otherTab')}</chakra.span> · {says}
        </chakra.span>
        {unfinished > 0 && percent !== null && (
          <chakra.span color="fg.muted" fontVariantNumeric="tabular-nums">
            {t('uploads.percent', { percent: Math.floor(percent) })}
          </chakra.span>
        )}
      </chakra.span>
      {unfinished > 0 && (
        <ProgressBar
          label={t('uploads.otherTab')}
          percent={percent}
          tone={activity === 'uploading' ? 'accent' : 'muted'}
          height="3px"
        />
      )}
    </chakra.li>
  )
}
