import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { MiB } from '../../../domain/limits.ts'
import { selectActivity, selectBytes, selectIsRunning } from '../../../machines/upload-queue/selectors.ts'
import { Checkbox } from '../../forms/checkbox.tsx'
import { useText } from '../../i18n/text.ts'
import { timeLeft } from '../../ui/time-left.ts'
import { canNotify, chooseEndNotified, isEndNotified } from '../signs/end-notification.ts'
import { useUploadSpeed, useUploads } from './use-uploads.ts'

/** Uploads that take longer than this, in seconds, or have more bytes left while the speed is unknown. */
const longSeconds = 60
const longBytes = 100 * MiB

/** Offers a notification when the uploads have ended, while these take long. */
export function EndOffer() {
  const t = useText()
  const { size, sent } = useUploads(selectBytes)
  const speed = useUploadSpeed()
  const uploading = useUploads(selectActivity) === 'uploading'
  const running = useUploads(selectIsRunning)
  const [offered, setOffered] = useState(false)
  const [can, setCan] = useState(canNotify)
  const [wanted, setWanted] = useState(isEndNotified)
  const seconds = timeLeft(size - sent, speed)
  const long = seconds === null ? size - sent > longBytes : seconds > longSeconds
  // It stays until the end: the time that is left changes often.
  if (running && uploading && long && !offered) setOffered(true)
  if (!running && offered) setOffered(false)
  if (!offered || !can) return null

  async function choose(wanted: boolean) {
    setWanted(await chooseEndNotified(wanted))
    setCan(canNotify())
  }

  return (
    <chakra.div px="4" pb="3">
      <Checkbox
        label={t('uploads.tellWhenDone')}
        checked={wanted}
        onChange={event => void choose(event.target.checked)}
      />
    </chakra.div>
  )
}
