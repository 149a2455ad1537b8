/** Changes the password, or sets the first one. Ends every other session. */
import { useSignals } from '@preact/signals-react/runtime'
import { type FormEvent, useRef, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import type { User } from '#marketplace/buyer/platform/user.ts'
import { Section } from '#marketplace/buyer/ui/partition-parts.tsx'
import { PasswordField } from '#marketplace/buyer/ui/password-field.tsx'
import { PasswordMeter } from '#marketplace/buyer/ui/password-meter.tsx'
import { SaveBar } from '#marketplace/buyer/ui/save-bar.tsx'
import { focusWrong } from '#marketplace/kit/attempt.ts'
import { toast } from '#marketplace/kit/ui/toast.ts'
import { useUnsaved } from '#marketplace/kit/use-unsaved.ts'
import { updatePassword } from '#shared/contract/profile.ts'
import { passwordProblem } from '#shared/rules/password.ts'
import { createForm, type FormModel } from './form-model.ts'

interface Passwords {
  current: string
  password: string
}

export interface PasswordSectionProps {
  user: User
  /** Other sessions have ended. */
  onChanged: () => void
}

export function PasswordSection({ user, onChanged }: PasswordSectionProps) {
  useSignals()
  const { api, user: store } = useServices()
  const [form, setForm] = useState(() => createPasswordForm(user, api))
  useUnsaved(form.isDirty)
  const element = useRef<HTMLFormElement>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!(await form.save())) return focusWrong(element.current)
    toast(user.hasPassword ? 'Password changed' : 'Password set')
    setForm(createPasswordForm({ ...user, hasPassword: true }, api))
    void store.load()
    onChanged()
  }
  return (
    <Section
      title={user.hasPassword ? 'Change password' : 'Set a password'}
      note={
        user.hasPassword
          ? 'Every other device is logged out when you change it.'
          : 'You log in without one now. With a password you can log in when you can’t reach your email.'
      }
    >
      <form
        ref={element}
        noValidate
        onSubmit={(event) => void submit(event)}
        className="grid max-w-100 gap-4"
      >
        {/* Password managers need to know whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={user.email ?? ''} readOnly hidden />
        {user.hasPassword ? (
          <PasswordField
            kind="current"
            label="Current password"
            name="current"
            {...fieldOf(form, 'current')}
          />
        ) : null}
        <PasswordField
          kind="new"
          label="New password"
          {...fieldOf(form, 'password')}
          help={<PasswordMeter password={form.values.value.password} own={[user.email ?? '', user.name]} />}
        />
        <SaveBar
          isDirty={form.isDirty.value}
          isBusy={form.isBusy.value}
          message={form.message.value}
          label={user.hasPassword ? 'Change password' : 'Set password'}
          onDiscard={form.discard}
        />
      </form>
    </Section>
  )
}

const fieldOf = (form: FormModel<Passwords>, name: keyof Passwords) => ({
  value: form.values.value[name],
  error: form.errors.value[name] ?? null,
  onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => form.set(name, currentTarget.value),
})

export function createPasswordForm(
  user: User,
  api: ReturnType<typeof useServices>['api'],
): FormModel<Passwords> {
  const owner = { email: user.email, names: [user.firstName, user.lastName] }
  return createForm<Passwords>({
    initial: { current: '', password: '' },
    wireNames: { current: 'current_password' },
    check({ current, password }) {
      const problem = password === '' ? 'Enter a new password.' : passwordProblem(password, owner)
      return {
        ...(user.hasPassword && current === '' ? { current: 'Enter your current password.' } : {}),
        ...(problem === null ? {} : { password: problem }),
      }
    },
    send: (_, { current, password }) =>
      api(updatePassword, {
        body: {
          password,
          password_confirmation: password,
          ...(user.hasPassword ? { current_password: current } : {}),
        },
      }),
  })
}
