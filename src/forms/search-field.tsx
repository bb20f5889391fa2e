import { chakra } from '@chakra-ui/react'
import { Search, X } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useText } from '../i18n/text.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Input } from './field.tsx'

type Props = { label: string; value: string; onValue: (value: string) => void } & Omit<
  ComponentProps<typeof Input>,
  'value' | 'onChange'
>

/** A field that filters a list while typing; Escape and the cross clear it. */
export function SearchField({ label, value, onValue, ...rest }: Props) {
  const t = useText()
  return (
    <chakra.div position="relative" width={{ base: 'full', sm: '280px' }}>
      <chakra.span
        position="absolute"
        insetStart="3"
        top="50%"
        transform="translateY(-50%)"
        color="fg.subtle"
        pointerEvents="none"
        _icon={{ boxSize: '18px' }}
      >
        <Search aria-hidden="true" />
      </chakra.span>
      <Input
        {...rest}
        type="text"
        role="searchbox"
        aria-label={label}
        placeholder={label}
        value={value}
        autoComplete="off"
        spellCheck={false}
        ps="10"
        pe={value ? '10' : '3'}
        textOverflow="ellipsis"
        onChange={event => onValue(event.target.value)}
        onKeyDown={event => {
          if (event.key === 'Escape' && value) onValue('')
        }}
      />
      {value && (
        <chakra.span position="absolute" insetEnd="1" top="4px">
          <IconButton size="sm" label={t('common.clear')} onClick={() => onValue('')}>
            <X />
          </IconButton>
        </chakra.span>
      )}
    </chakra.div>
  )
}
