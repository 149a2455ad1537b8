/** A password: hidden until it is to be looked at, and a word when Caps Lock would make it another one. */
import { ArrowBigUpDash, Eye, EyeOff } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { Field, type FieldProps } from '#marketplace/kit/ui/field.tsx'
import { IconButton } from '#marketplace/kit/ui/icon-button.tsx'

export interface PasswordFieldProps
  extends Omit<FieldProps, 'label' | 'type' | 'trailing' | 'autoComplete' | 'name'> {
  label?: string
  name?: string
  /** `new`: password managers offer one. */
  kind: 'current' | 'new'
}

export function PasswordField({
  label = 'Password',
  name = 'password',
  kind,
  help,
  ...field
}: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  const [isCapsLock, setCapsLock] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  const look = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <Field
      {...field}
      label={label}
      name={name}
      type={isShown ? 'text' : 'password'}
      autoComplete={`${kind}-password`}
      autoCapitalize="none"
      spellCheck={false}
      onKeyDown={look}
      onKeyUp={look}
      help={
        <>
          <span aria-live="polite" className="flex items-center gap-1 text-warn-text empty:sr-only">
            {isCapsLock ? (
              <>
                <ArrowBigUpDash size={13} strokeWidth={1.75} aria-hidden="true" />
                Caps Lock is on.
              </>
            ) : null}
          </span>
          {help}
        </>
      }
      trailing={
        <IconButton
          size="sm"
          className="-mr-1.5"
          aria-label={isShown ? 'Hide password' : 'Show password'}
          onClick={() => setShown(!isShown)}
        >
          <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      }
    />
  )
}
