import { chakra } from '@chakra-ui/react'

type Props = {
  /** Its name. */
  label: string
  /** 0 to 100; null while the total is unknown. */
  percent: number | null
  tone?: 'accent' | 'muted' | 'warning' | 'danger' | 'success'
  height?: string
}

const tones = {
  accent: 'accent',
  muted: 'fg.subtle',
  warning: 'bar.warning',
  danger: 'fg.danger',
  success: 'fg.success',
} as const

export function ProgressBar({ label, percent, tone = 'accent', height = '6px' }: Props) {
  return (
    <chakra.div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent === null ? undefined : Math.round(percent)}
      h={height}
      bg="bg.muted"
      borderRadius="full"
      overflow="hidden"
    >
      <chakra.div
        h="full"
        w="full"
        bg={tones[tone]}
        borderRadius="full"
        transformOrigin="left"
        animation={percent === null ? 'travel 1.4s ease-in-out infinite' : undefined}
        style={
          percent === null ? { width: '33%' } : { transform: `translateX(${Math.min(percent, 100) - 100}%)` }
        }
      />
    </chakra.div>
  )
}

/** How much of a quota is used; its colour warns from 80 percent on. */
export function QuotaBar({ percent, ...props }: Pick<Props, 'label' | 'height'> & { percent: number }) {
  const tone = percent >= 95 ? 'danger' : percent >= 80 ? 'warning' : 'accent'
  return <ProgressBar percent={percent} tone={tone} {...props} />
}
