/** Asks for the name of a saved search, and how its owner wants to hear of new deals. */
import { type ReactNode, useRef, useState } from 'react'
import { DialogActions } from '#marketplace/kit/ui/dialog-actions.tsx'
import { Field } from '#marketplace/kit/ui/field.tsx'
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import { useBusy } from '#marketplace/kit/use-action.ts'
import {
  type SavedSearchWire,
  SEARCH_ALERTS,
  SEARCH_CHANNELS,
  type SearchAlert,
  type SearchChannel,
} from '#shared/contract/saved-searches.ts'
import { SEARCH_NAME_MAX } from '#shared/contract/search-limits.ts'
import { isBlank } from '#shared/rules/validation.ts'
import { ALERT_WORDS, SEARCH_CHANNEL_WORDS } from './search-labels.ts'

export type SearchSettings = Pick<SavedSearchWire, 'name' | 'alert' | 'channels'>

export interface SearchDialogProps {
  title: string
  /** Of the button. */
  label: string
  first: SearchSettings
  /** Under the name, e.g. what is searched for. */
  children?: ReactNode
  onClose: () => void
  /** Answers with what went wrong, or null; then it closes. */
  save: (settings: SearchSettings) => Promise<string | null>
}

export function SearchDialog({ title, label, first, children, onClose, save }: SearchDialogProps) {
  const [settings, setSettings] = useState(first)
  const [error, setError] = useState<string | null>(null)
  const { isBusy, during } = useBusy()
  const form = useRef<HTMLFormElement>(null)
  const change = (patch: Partial<SearchSettings>) => setSettings({ ...settings, ...patch })

  async function submit() {
    if (isBusy) return
    const problem = isBlank(settings.name)
      ? 'Give the search a name.'
      : await during(save({ ...settings, name: settings.name.trim() }))
    if (problem === null) return onClose()
    setError(problem)
    requestAnimationFrame(() => form.current?.querySelector('input')?.focus())
  }

  return (
    <Modal
      title={title}
      onClose={onClose}
      footer={
        <DialogActions label={label} isBusy={isBusy} onCancel={onClose} onConfirm={() => void submit()} />
      }
    >
      <form
        ref={form}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Field
          label="Name"
          name="search-name"
          autoComplete="off"
          maxLength={SEARCH_NAME_MAX}
          value={settings.name}
          error={error}
          onChange={(event) => {
            change({ name: event.currentTarget.value })
            setError(null)
          }}
        />
        {children}
        <AlertSelect alert={settings.alert} onChange={(alert) => change({ alert })} />
        {settings.alert === 'off' ? null : (
          <Channels channels={settings.channels} onChange={(channels) => change({ channels })} />
        )}
      </form>
    </Modal>
  )
}

function AlertSelect({ alert, onChange }: { alert: SearchAlert; onChange: (alert: SearchAlert) => void }) {
  return (
    <label className="grid gap-1.5 font-label text-sm">
      Tell me about new deals
      <select
        value={alert}
        onChange={(event) =>
          onChange(SEARCH_ALERTS.find((one) => one === event.currentTarget.value) ?? 'off')
        }
        className="h-10 w-full rounded-md border border-field bg-surface px-2.75 font-regular text-base text-text pointer-coarse:h-11"
      >
        {SEARCH_ALERTS.map((one) => (
          <option key={one} value={one}>
            {ALERT_WORDS[one]}
          </option>
        ))}
      </select>
    </label>
  )
}

interface ChannelsProps {
  channels: readonly SearchChannel[]
  onChange: (channels: SearchChannel[]) => void
}

function Channels({ channels, onChange }: ChannelsProps) {
  return (
    <fieldset>
      <legend className="mb-1 font-label text-sm">Also notify me by</legend>
      {SEARCH_CHANNELS.map((channel) => (
        <label
          key={channel}
          className="flex min-h-7 cursor-pointer items-center gap-2 text-text-2 pointer-coarse:min-h-11"
        >
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={channels.includes(channel)}
            onChange={(event) =>
              onChange(
                SEARCH_CHANNELS.filter((one) =>
                  one === channel ? event.currentTarget.checked : channels.includes(one),
                ),
              )
            }
          />
          {SEARCH_CHANNEL_WORDS[channel]}
        </label>
      ))}
      <p className="mt-1.5 text-text-3 text-xs">
        As far as your notification settings allow it; texts only to a number that agreed to them.
      </p>
    </fieldset>
  )
}
