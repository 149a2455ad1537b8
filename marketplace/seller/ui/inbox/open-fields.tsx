/** What of a saved reply nobody has filled in: named above the reply box, and asked about before it is sent. */
import { useState } from 'react'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { openFields } from '#marketplace/seller/inbox/reply-fields.ts'
import { notFilled, REPLY_WORDS } from '#marketplace/seller/inbox/reply-labels.ts'
import { Button } from '#shared/ui/button.tsx'
import type { ReplyBox } from './reply-menu.tsx'

/** `check` is true where nothing is open; else it shows what is, and selects the first. */
export function useOpenFields({ box, text }: ReplyBox, send: () => void) {
  const [asked, setAsked] = useState<string | null>(null)
  const fields = openFields(text)
  const select = (field: string) => {
    const start = text.indexOf(field)
    box.current?.focus()
    box.current?.setSelectionRange(start, start + field.length)
  }
  const isAsked = asked === text && fields.length > 0
  return {
    check(): boolean {
      const [first] = fields
      if (first === undefined) return true
      setAsked(text)
      select(first)
      return false
    },
    note: (
      <>
        {fields.length === 0 ? null : (
          <div className="flex basis-full flex-wrap items-center gap-1.5 text-sm text-text-2">
            <p>{REPLY_WORDS.open}</p>
            {fields.map((field) => (
              <button
                key={field}
                type="button"
                onClick={() => select(field)}
                className="cursor-pointer rounded-sm bg-warn-soft px-1.5 py-0.5 font-medium text-warn-text hover:underline"
              >
                {field}
              </button>
            ))}
          </div>
        )}
        <div className={isAsked ? 'flex basis-full flex-wrap items-center gap-2' : 'contents'}>
          <FormProblem message={isAsked && notFilled(fields)} />
          {isAsked ? (
            <Button size="sm" onClick={send}>
              {REPLY_WORDS.sendAnyway}
            </Button>
          ) : null}
        </div>
      </>
    ),
  }
}
