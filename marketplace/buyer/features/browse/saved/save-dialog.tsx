/** The dialog of “Save search”: a new search, or the one that was opened with these filters in place of its own. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { createSearchesModel } from '#marketplace/buyer/platform/searches-model.ts'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { SearchDialog, type SearchSettings } from '#marketplace/buyer/ui/search/search-dialog.tsx'
import { formMessage, sayFailure } from '#marketplace/kit/attempt.ts'
import { toast } from '#marketplace/kit/ui/toast.ts'
import type { SavedSearchWire } from '#shared/contract/saved-searches.ts'
import { sharedQuery, writeQuery } from '#shared/rules/deals/query-codec.ts'
import { searchName, searchParts } from '#shared/rules/deals/search-name.ts'
import { useBrowse } from '../browse-context.tsx'
import { useBrowsePage } from '../list/page-context.ts'

export default function SaveDialog({ onClose }: { onClose: () => void }) {
  useSignals()
  const { api } = useServices()
  const { savedId } = useBrowsePage()
  const browse = useBrowse()
  const [, navigate] = useLocation()
  const [model] = useState(() => createSearchesModel(api))
  const [query] = useState(() => sharedQuery({ ...browse.query.peek(), compare: [] }))
  useEffect(() => void model.load(), [model])
  const state = model.state.value
  if (state.phase === 'loading') return null
  const opened = state.phase === 'ready' ? state.value.find(({ id }) => id === savedId) : undefined
  const text = writeQuery(query).toString()

  async function save(settings: SearchSettings, replaced: number | null): Promise<string | null> {
    const answer =
      replaced === null
        ? await model.keep({ ...settings, query: text })
        : await model.change(replaced, { ...settings, query: text })
    if (answer.kind === 'failed') return formMessage(sayFailure(answer.failure)) ?? 'That was refused.'
    const run = () => navigate('/profile/saved-searches')
    toast('Search saved', { action: { label: 'See all', run } })
    return null
  }
  const first: SearchSettings = { name: searchName(query.filter), alert: 'instant', channels: ['email'] }
  const parts = searchParts(query.filter)
  return (
    <Choosing
      opened={opened}
      first={first}
      onClose={onClose}
      save={save}
      words={parts.length === 0 ? 'All deals' : parts.join(' · ')}
    />
  )
}

interface ChoosingProps {
  opened: SavedSearchWire | undefined
  first: SearchSettings
  words: string
  onClose: () => void
  save: (settings: SearchSettings, replaced: number | null) => Promise<string | null>
}

/** Another choice is another form: the name and alerts are those of what is saved. */
function Choosing({ opened, first, words, onClose, save }: ChoosingProps) {
  const [isNew, setNew] = useState(opened === undefined)
  const name = useId()
  const replaced = isNew || opened === undefined ? null : opened
  return (
    <SearchDialog
      key={isNew ? 'new' : 'opened'}
      title="Save this search"
      label={replaced === null ? 'Save search' : 'Save changes'}
      first={replaced ?? first}
      onClose={onClose}
      save={(settings) => save(settings, replaced?.id ?? null)}
    >
      <p className="text-sm text-text-2">{words}</p>
      {opened === undefined ? null : (
        <fieldset className="grid gap-1">
          <legend className="sr-only">What to save</legend>
          <Way name={name} isOn={!isNew} onChoose={() => setNew(false)}>
            Change “{opened.name}”
          </Way>
          <Way name={name} isOn={isNew} onChoose={() => setNew(true)}>
            Save as a new search
          </Way>
        </fieldset>
      )}
    </SearchDialog>
  )
}

interface WayProps {
  name: string
  isOn: boolean
  onChoose: () => void
  children: React.ReactNode
}

function Way({ name, isOn, onChoose, children }: WayProps) {
  return (
    <label className="flex min-h-7 cursor-pointer items-center gap-2 pointer-coarse:min-h-11">
      <input type="radio" name={name} checked={isOn} onChange={onChoose} className="size-4 accent-accent" />
      {children}
    </label>
  )
}
