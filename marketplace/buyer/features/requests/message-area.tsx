/** A field for a message to a seller, with how much of it is left. */
import { useEffect, useId, useRef } from 'react'
import { MESSAGE_MAX_LENGTH } from '#shared/contract/limits.ts'
import { classNames } from '#shared/ui/class-names.ts'

export interface MessageAreaProps {
  label: string
  value: string
  rows: number
  /** Takes the focus when it appears. */
  isFocused?: boolean
  /** Id of the message that says what is wrong. */
  invalidBy?: string | undefined
  onChange: (value: string) => void
}

export function MessageArea({
  label,
  value,
  rows,
  isFocused = false,
  invalidBy,
  onChange,
}: MessageAreaProps) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (isFocused) area.current?.focus()
  }, [isFocused])
  const isOver = value.length > MESSAGE_MAX_LENGTH
  return (
    <div className="grid min-w-0 gap-1.5">
      <label htmlFor={id} className="font-label text-sm">
        {label}
      </label>
      <textarea
        ref={area}
        id={id}
        rows={rows}
        value={value}
        aria-invalid={isOver || invalidBy !== undefined || undefined}
        aria-describedby={`${id}-count ${invalidBy ?? ''}`.trim()}
        onChange={(event) => onChange(event.currentTarget.value)}
        className="w-full min-w-0 rounded-md border border-field bg-surface px-2.75 py-2.25 text-base text-text max-desk:text-[1rem] focus:border-accent focus:shadow-[inset_0_0_0_1px_var(--color-accent)] focus:outline-none"
      />
      <p
        id={`${id}-count`}
        className={classNames('num text-right text-xs', isOver ? 'text-danger-text' : 'text-text-3')}
      >
        {value.length} of {MESSAGE_MAX_LENGTH}
      </p>
    </div>
  )
}
