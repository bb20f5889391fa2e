import { chakra } from '@chakra-ui/react'
import { useEffect, useState } from 'react'
import { selectActivity, selectBytes, selectCounts } from '../../../machines/upload-queue/selectors.ts'
import { useText } from '../../i18n/text.ts'
import { useUploads } from './use-uploads.ts'

/** Progress is told at most this often, in ms; the end at once. */
const leastInterval = 15_000

/** Tells screen readers how the uploads stand, without talking all the time. */
export function UploadAnnouncer() {
  const t = useText()
  const activity = useUploads(selectActivity)
  const percent = useUploads(snapshot => Math.floor(selectBytes(snapshot).percent / 10) * 10)
  const { unfinished, completed, failed } = useUploads(selectCounts)
  const text =
    activity === 'uploading'
      ? t('uploads.announce.uploading', { percent, left: unfinished })
      : activity === 'done' || activity === 'failed'
        ? t(`uploads.announce.${activity}`, { completed, failed })
        : activity === 'none'
          ? ''
          : t(`uploads.${activity}`, { left: unfinished, completed, failed })
  return (
    <chakra.div srOnly role="status" aria-live="polite">
      <Slowly key={activity} text={text} />
    </chakra.div>
  )
}

/** The text, exchanged at most once in an interval. */
function Slowly({ text }: { text: string }) {
  const [said, setSaid] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), leastInterval)
    return () => clearTimeout(timer)
  }, [text])
  return said
}
