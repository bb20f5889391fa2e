import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../i18n/text.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Field, type FieldProps } from './field.tsx'

/** A field for a secret, with a button that reveals it, named after the field. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'end' | 'label'> & { label: string }) {
  const t = useText()
  const [shown, setShown] = useState(false)
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      end={
        <IconButton
          size="sm"
          label={t(shown ? 'auth.hidePassword' : 'auth.showPassword', { field: props.label })}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff /> : <Eye />}
        </IconButton>
      }
    />
  )
}
