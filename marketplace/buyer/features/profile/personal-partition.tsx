/** Who the customer is: portrait, name and company, where and what they buy, and the e-mail address. */
import { useSignals } from '@preact/signals-react/runtime'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { LoadFailed } from '#marketplace/buyer/ui/load-failed.tsx'
import { LoadingRows, Section } from '#marketplace/buyer/ui/partition-parts.tsx'
import { SaveBar } from '#marketplace/buyer/ui/save-bar.tsx'
import { focusWrong, sayFailure } from '#marketplace/kit/attempt.ts'
import { createResource } from '#marketplace/kit/resource.ts'
import { Field } from '#marketplace/kit/ui/field.tsx'
import { Choices, Select, TextArea } from '#marketplace/kit/ui/form-fields.tsx'
import { toast } from '#marketplace/kit/ui/toast.ts'
import { useUnsaved } from '#marketplace/kit/use-unsaved.ts'
import { BIO_MAX_LENGTH, COMPANY_MAX_LENGTH, PERSON_NAME_MAX_LENGTH } from '#shared/contract/limits.ts'
import { getDictionaries } from '#shared/contract/site-config.ts'
import { type TimeZone, US_ZONES, zoneLabel } from '#shared/format/time-zones.ts'
import { AvatarSection } from './avatar-section.tsx'
import { EmailSection } from './email-section.tsx'
import type { FormModel } from './form-model.ts'
import type { PartitionProps } from './partition-props.ts'
import { createPersonalForm, type Personal } from './personal-form.ts'

/** Without those of the United States. Empty in a browser that cannot say. */
function otherZones(known: readonly string[]): readonly TimeZone[] {
  return known
    .filter((id) => id.includes('/') && !US_ZONES.some((zone) => zone.id === id))
    .map((id) => ({ id, label: zoneLabel(id) }))
}

export default function PersonalPartition({ user }: PartitionProps) {
  return (
    <>
      <AvatarSection user={user} />
      <Details user={user} />
      <EmailSection user={user} />
    </>
  )
}

function Details({ user }: PartitionProps) {
  useSignals()
  const { api, user: store } = useServices()
  const [form] = useState(() => createPersonalForm({ api, user, adopt: store.adopt }))
  useUnsaved(form.isDirty)
  const element = useRef<HTMLFormElement>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (await form.save()) toast('Personal details saved')
    else focusWrong(element.current)
  }

  return (
    <Section title="Details">
      <form
        ref={element}
        noValidate
        onSubmit={(event) => void submit(event)}
        className="grid max-w-190 gap-4"
      >
        <Names form={form} />
        <TextArea
          label="About you"
          name="bio"
          value={form.values.value.bio}
          maxLength={BIO_MAX_LENGTH}
          error={form.errors.value.bio ?? null}
          onChange={(value) => form.set('bio', value)}
        />
        <Places form={form} />
        <Interests form={form} />
        <SaveBar
          isDirty={form.isDirty.value}
          isBusy={form.isBusy.value}
          message={form.message.value}
          onDiscard={form.discard}
        />
      </form>
    </Section>
  )
}

function Names({ form }: { form: FormModel<Personal> }) {
  useSignals()
  const values = form.values.value
  const text = (name: 'firstName' | 'lastName' | 'company', maxLength: number) => ({
    name,
    maxLength,
    value: values[name],
    error: form.errors.value[name] ?? null,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => form.set(name, currentTarget.value),
  })
  return (
    <>
      <div className="grid gap-4 sheet:grid-cols-2">
        <Field label="First name" autoComplete="given-name" {...text('firstName', PERSON_NAME_MAX_LENGTH)} />
        <Field label="Last name" autoComplete="family-name" {...text('lastName', PERSON_NAME_MAX_LENGTH)} />
      </div>
      <Field label="Company" autoComplete="organization" {...text('company', COMPANY_MAX_LENGTH)} />
    </>
  )
}

const OTHER_ZONES = otherZones(Intl.supportedValuesOf?.('timeZone') ?? [])

function Places({ form }: { form: FormModel<Personal> }) {
  useSignals()
  const { timeZone } = form.values.value
  return (
    <div className="grid gap-4 sheet:grid-cols-2">
      <Select
        label="Time zone"
        name="timeZone"
        value={timeZone}
        error={form.errors.value.timeZone ?? null}
        onChange={(value) => form.set('timeZone', value)}
      >
        <option value="" disabled>
          Choose a time zone
        </option>
        <optgroup label="United States and Puerto Rico">{US_ZONES.map(zoneOption)}</optgroup>
        <optgroup label="Elsewhere">{OTHER_ZONES.map(zoneOption)}</optgroup>
      </Select>
    </div>
  )
}

const zoneOption = ({ id, label }: TimeZone) => (
  <option key={id} value={id}>
    {label}
  </option>
)

/** The rest of the form works without the lists. */
function Interests({ form }: { form: FormModel<Personal> }) {
  useSignals()
  const { api } = useServices()
  const [lists] = useState(() => createResource(() => api(getDictionaries, {})))
  useEffect(() => void lists.load(), [lists])
  const state = lists.state.value
  const { propertyTypes, parkingTypes } = form.values.value
  if (state.phase === 'loading') return <LoadingRows count={2} />
  if (state.phase === 'failed')
    return <LoadFailed onRetry={() => void lists.load()}>{sayFailure(state.failure).message}</LoadFailed>
  return (
    <>
      <Choices
        legend="Property types you buy"
        options={state.value.propertyTypes}
        chosen={propertyTypes}
        onChange={(chosen) => form.set('propertyTypes', chosen)}
      />
      <Choices
        legend="Parking you want"
        options={state.value.parkingTypes}
        chosen={parkingTypes}
        onChange={(chosen) => form.set('parkingTypes', chosen)}
      />
    </>
  )
}
