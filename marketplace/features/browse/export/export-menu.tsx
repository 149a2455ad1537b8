/** Takes the deals that are shown away as a file. What makes the file is fetched with the first press. */
import { Download } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useServices } from '#marketplace/platform/services-context.tsx'
import { IconButton } from '#marketplace/ui/icon-button.tsx'
import { useBrowse } from '../browse-context.tsx'
import { readColumns } from '../list/table-columns.ts'

const KINDS = [
  { name: 'csv', label: 'CSV, for spreadsheets', type: 'text/csv' },
  { name: 'geojson', label: 'GeoJSON, for maps', type: 'application/geo+json' },
] as const
type Kind = (typeof KINDS)[number]

export function ExportMenu() {
  const id = useId()
  const menu = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { state, take } = useExport()
  function place() {
    const rect = button.current?.getBoundingClientRect()
    if (rect) menu.current?.style.setProperty('--from-top', `${rect.bottom}px`)
    if (rect) menu.current?.style.setProperty('--from-right', `${window.innerWidth - rect.right}px`)
  }
  return (
    <>
      <IconButton
        ref={button}
        size="sm"
        aria-label="Export these deals"
        title="Export these deals"
        aria-busy={state === 'busy' || undefined}
        popoverTarget={id}
      >
        <Download size={15} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
      <div
        ref={menu}
        id={id}
        popover="auto"
        onBeforeToggle={place}
        className="fixed inset-auto top-[calc(var(--from-top)+0.25rem)] right-(--from-right) m-0 w-56 rounded-lg bg-overlay p-1 text-text shadow-pop"
      >
        {KINDS.map((kind) => (
          <button
            key={kind.name}
            type="button"
            className="flex h-9 w-full cursor-pointer items-center rounded-sm px-3 text-left font-medium hover:bg-hover pointer-coarse:h-11"
            onClick={() => {
              menu.current?.hidePopover()
              void take(kind)
            }}
          >
            {kind.label}
          </button>
        ))}
      </div>
      {state === 'failed' ? (
        <span role="alert" className="text-danger-text text-xs">
          The file could not be made. Try again.
        </span>
      ) : null}
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
