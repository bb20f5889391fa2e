import { chakra } from '@chakra-ui/react'
import { useText } from '../i18n/text.ts'
import { useSecondsLeft } from '../ui/use-seconds-left.ts'

/** The seconds left of `time` (ms from the first rendering); nothing before its last minute. */
export function TimeLeft({ time }: { time: number }) {
  const t = useText()
  const seconds = useSecondsLeft(time)
  if (seconds > 60) return null
  return (
    <chakra.span role="timer" textStyle="figures">
      {t('auth.secondsLeft', { seconds })}
    </chakra.span>
  )
}
