import { chakra } from '@chakra-ui/react'
import { CircleCheck, FileInput, Pause, Play, RotateCw, X } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { bareName } from '../../../domain/object-key.ts'
import { useText } from '../../i18n/text.ts'
import { FileIcon } from '../../ui/file-icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { MiddleName } from '../../ui/middle-name.tsx'
import { NameText } from '../../ui/name-text.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'

type Props = {
  /** The last segment of its key, with a slash if it is a folder. */
  name: string
  /** The folders between the line above and the file, with a slash at the end. */
  path?: string
  /** A line of its own before the text. */
  detail?: string | undefined
  status: string
  reason?: string | undefined
  /** Percent; null shows no progress. */
  progress: number | null
  says: { text: string; tone: 'muted' | 'warning' | 'danger' }
  inFolder?: boolean
  /** The buttons. */
  children: ReactNode
}

/** A file or a folder in the list of uploads. */
export function ListLine(props: Props) {
  const { name, path = '', detail, status, reason, progress, says, inFolder, children } = props
  const t = useText()
  const bare = bareName(name)
  const long = says.tone !== 'muted'
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns="20px minmax(0, 1fr) auto"
      columnGap="3"
      alignItems="center"
      h="full"
      ps={inFolder ? '8' : '4'}
      pe="2"
      data-status={status}
      data-reason={reason}
    >
      <chakra.span color={status === 'completed' ? 'fg.success' : 'fg.subtle'} _icon={{ boxSize: '20px' }}>
        {status === 'completed' ? (
          <CircleCheck aria-hidden="true" strokeWidth={1.75} />
        ) : (
          <FileIcon name={name} />
        )}
      </chakra.span>
      <chakra.div minW="0" display="flex" flexDirection="column" gap="0.5">
        <chakra.span
          display="flex"
          minW="0"
          textStyle="small"
          color={status === 'cancelled' ? 'fg.muted' : 'fg'}
        >
          {path && (
            <chakra.span flexShrink="0" maxW="50%" truncate color="fg.muted">
              <NameText name={path} />
            </chakra.span>
          )}
          <MiddleName name={bare} />
        </chakra.span>
        {detail && <Said color="fg.muted">{detail}</Said>}
        {progress !== null && (
          <ProgressBar
            label={t('uploads.progressOf', { name: bare })}
            percent={progress}
            tone={status === 'uploading' ? 'accent' : 'muted'}
            height="3px"
          />
        )}
        <Said
          color={`fg.${says.tone}`}
          title={long ? says.text : undefined}
          lineClamp={long && (progress === null || name.endsWith('/')) ? 2 : 1}
        >
          {says.text}
        </Said>
      </chakra.div>
      <chakra.div display="flex" gap={{ base: '2', md: '0' }}>
        {children}
      </chakra.div>
    </chakra.div>
  )
}

const steps = ['pause', 'continue', 'retry', 'cancel', 'remove'] as const
const icons = { pause: Pause, continue: Play, retry: RotateCw, cancel: X, remove: X }

type Step = (typeof steps)[number]
type ActionsProps = {
  name: string
  /** `needsFile`: it continues with a file that must be chosen. */
  can: { [S in Step]?: boolean } & { needsFile?: boolean }
  onStep: (step: Step, event: MouseEvent) => void
}

/** The buttons of a line for what can be done with it. */
export function LineActions({ name, can, onStep }: ActionsProps) {
  const t = useText()
  return steps
    .filter(step => can[step])
    .map(step => {
      const Icon = step === 'continue' && can.needsFile ? FileInput : icons[step]
      return (
        <IconButton
          key={step}
          size="sm"
          label={t(`uploads.${step}`, { name })}
          onClick={event => onStep(step, event)}
        >
          <Icon />
        </IconButton>
      )
    })
}

const Said = chakra('span', {
  base: { textStyle: 'caption', fontVariantNumeric: 'tabular-nums', overflow: 'hidden', lineClamp: '1' },
})
