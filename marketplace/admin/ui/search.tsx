/** A field to look for a name. */
import type { FormEvent } from 'react'
import { Button } from '#shared/ui/button.tsx'

export function Search({ label, onSearch }: { label: string; onSearch: (q: string) => void }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSearch(String(new FormData(event.currentTarget).get('q')).trim())
  }
  return (
    <search>
      <form onSubmit={submit} className="flex max-w-100 gap-2">
        <input name="q" type="search" aria-label={label} placeholder={label} className="field-box" />
        <Button type="submit">Search</Button>
      </form>
    </search>
  )
}
