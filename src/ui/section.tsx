import { chakra } from '@chakra-ui/react'
import { type ReactNode, useId } from 'react'

type Props = { title: string; lead?: ReactNode; action?: ReactNode; children: ReactNode }

export function Section({ title, lead, action, children }: Props) {
  const id = useId()
  return (
    <chakra.section
      aria-labelledby={id}
      borderWidth="1px"
      borderRadius="xl"
      bg="bg.panel"
      px={{ base: '4', sm: '6' }}
      py={{ base: '4', sm: '5' }}
    >
      <chakra.div
        display="flex"
        alignItems="center"
        justifyContent="space-between"
        gap="4"
        minH="10"
        mb={lead ? '1' : '4'}
      >
        <chakra.h2 id={id} textStyle="heading" tabIndex={-1} outline="none">
          {title}
        </chakra.h2>
        {action}
      </chakra.div>
      {lead && (
        <chakra.p color="fg.muted" mb="5">
          {lead}
        </chakra.p>
      )}
      {children}
    </chakra.section>
  )
}
