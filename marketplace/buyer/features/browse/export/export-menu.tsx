/** Takes the deals that are shown away as a file. The menu's code comes after the list, and what makes the file with the first press. */
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { ActionButton } from '#marketplace/kit/ui/action-button.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { useBrowse } from '../browse-context.tsx'
import { readColumns } from '../list/table-columns.ts'

const KINDS = [
  { name: 'csv', label: 'CSV, for spreadsheets', type: 'text/csv' },
  { name: 'geojson', label: 'GeoJSON, for maps', type: 'application/geo+json' },
] as const
type Kind = (typeof KINDS)[number]

export default function ExportMenu() {
  const { state, take } = useExport()
  return (
    <>
      <ActionButton
        name="Export these deals"
        icon={<Download size={15} strokeWidth={1.75} aria-hidden="true" />}
        isBusy={state === 'busy'}
        actions={KINDS.map((kind) => ({ label: kind.label, onPress: () => void take(kind) }))}
      />
      <FormProblem message={state === 'failed' && 'The file could not be made. Try again.'} />
    </>
  )
}

function useExport() {
  const model = useBrowse()
  const { log } = useServices()
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')

  async function take(kind: Kind) {
    const shown = model.shown.peek()
    if (shown === null) return
    setState('busy')
    try {
      const { dealsCsv, dealsGeoJson } = await import('./deal-files.ts')
      const exported = { table: shown.table, rows: shown.result.rows, origin: window.location.origin }
      const isTable = model.query.peek().display === 'table'
      const columns = isTable ? readColumns(() => window.localStorage).map(({ id }) => id) : null
      const text = kind.name === 'csv' ? dealsCsv(exported, columns) : dealsGeoJson(exported)
      save(new Blob([text], { type: kind.type }), `deals.${kind.name}`)
      setState('idle')
    } catch (error) {
      log.warn('Deals could not be exported', error instanceof Error ? error.name : undefined)
      setState('failed')
    }
  }
  return { state, take }
}

function save(file: Blob, name: string) {
  const href = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
  // The browser has read the address by the next turn.
  setTimeout(() => URL.revokeObjectURL(href), 0)
}
