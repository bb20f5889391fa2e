import { chakra } from '@chakra-ui/react'
import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { bareName } from '../../../domain/object-key.ts'
import { useText } from '../../i18n/text.ts'
import { FileIcon } from '../../ui/file-icon.tsx'
import { MiddleName } from '../../ui/middle-name.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'

type Props = {
  /** The last segment of its key, with a slash if it is a folder. */
  name: string
  /** The target folder with its bucket: files of several folders may have the same name. */
  place: string
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
export function ListLine({ name, place, status, reason, progress, says, inFolder, children }: Props) {
  const t = useText()
  const isFolder = name.endsWith('/')
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
          <MiddleName name={bare} />
        </chakra.span>
        <chakra.span display="flex" minW="0" textStyle="caption" color="fg.muted">
          <MiddleName name={place} />
        </chakra.span>
        {progress !== null && (
          <ProgressBar
            label={t('uploads.progressOf', { name: bare })}
            percent={progress}
            tone={status === 'uploading' ? 'accent' : 'muted'}
            height="3px"
          />
        )}
        <chakra.span
          textStyle="caption"
          color={`fg.${says.tone}`}
          fontVariantNumeric="tabular-nums"
          overflow="hidden"
          title={long ? says.text : undefined}
          lineClamp={long && !(isFolder && progress !== null) ? 2 : 1}
        >
          {says.text}
        </chakra.span>
      </chakra.div>
      <chakra.div display="flex">{children}</chakra.div>
    </chakra.div>
  )
}
