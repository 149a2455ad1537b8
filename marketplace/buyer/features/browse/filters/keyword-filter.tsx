/** Words to look for in title, address and tags, and searches investors make again and again (checklist BRW-27, BRW-28). */
import { useSignals } from '@preact/signals-react/runtime'
import { X } from 'lucide-react'
import { useId } from 'react'
import { IconButton } from '#marketplace/kit/ui/icon-button.tsx'
import { KEYWORD_PRESETS } from '#shared/rules/deals/keywords.ts'
import { useBrowse } from '../browse-context.tsx'
import { chipClass } from './filter-popover.tsx'

export function KeywordFilter() {
  useSignals()
  const model = useBrowse()
  const id = useId()
  const { text } = model.query.value.filter
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="font-label text-sm">
        Keywords
      </label>
      <div className="flex h-10 items-center rounded-md border border-field bg-surface pr-1 pl-2.75 focus-within:border-accent focus-within:shadow-[inset_0_0_0_1px_var(--color-accent)]">
        <input
          id={id}
          value={text}
          onChange={(event) => model.changeFilter({ text: event.currentTarget.value })}
          placeholder='"corner lot" -HOA'
          aria-describedby={`${id}-help`}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          className="h-full min-w-0 flex-1 bg-transparent outline-none placeholder:text-text-3 max-desk:text-[1rem]"
        />
        {text === '' ? null : (
          <IconButton size="sm" aria-label="Clear keywords" onClick={() => model.changeFilter({ text: '' })}>
            <X size={15} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        )}
      </div>
      <p id={`${id}-help`} className="text-text-3 text-xs">
        “Phrases” in quotes, OR between words, a minus before what you do not want.
      </p>
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="sr-only">Often looked for</legend>
        {KEYWORD_PRESETS.map((preset) => {
          const { isOn, next } = withPreset(text, preset.text)
          return (
            <button
              key={preset.label}
              type="button"
              aria-pressed={isOn}
              className={chipClass(isOn)}
              onClick={() => model.changeFilter({ text: next })}
            >
              {preset.label}
            </button>
          )
        })}
      </fieldset>
    </div>
  )
}

/** Whether the typed text contains a preset, and the text after a press on that preset. Pure. */
export function withPreset(text: string, preset: string): { readonly isOn: boolean; readonly next: string } {
  const padded = ` ${text.trim()} `
  const at = padded.indexOf(` ${preset} `)
  if (at < 0) return { isOn: false, next: `${text.trim()} ${preset}`.trim() }
  const next = `${padded.slice(0, at)} ${padded.slice(at + preset.length + 2)}`
  return { isOn: true, next: next.trim().replace(/\s+/g, ' ') }
}
