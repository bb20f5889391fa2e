import { chakra } from '@chakra-ui/react'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/button.tsx'
import type { PlacedIssue } from './issue-places.ts'

type Props = { issues: (PlacedIssue & { message: string })[]; onGoTo: (offset: number) => void }

/** The issues of the text, each with its line. */
export function IssueList({ issues, onGoTo }: Props) {
  const t = useText()
  return (
    <chakra.ul
      aria-live="polite"
      display="flex"
      flexDirection="column"
      gap="1"
      listStyleType="none"
      _empty={{ display: 'none' }}
    >
      {issues.map(({ from, line, message }) => (
        <chakra.li
          key={`${from} ${message}`}
          display="flex"
          gap="2"
          textStyle="small"
          overflowWrap="anywhere"
        >
          <Button variant="link" size="inline" textStyle="small" onClick={() => onGoTo(from)}>
            {t('policy.line', { line })}
          </Button>
          <chakra.span color="fg.danger">{message}</chakra.span>
        </chakra.li>
      ))}
    </chakra.ul>
  )
}
