/** Four buttons for what is dragged otherwise (WCAG 2.5.7). */
import { MoveUp } from 'lucide-react'
import { Button } from '#shared/ui/button.tsx'

interface MovePadProps {
  label: string
  /** One step: -1, 0 or 1 in each direction. */
  onMove: (x: number, y: number) => void
}

const WAYS = [
  { name: 'left', x: -1, y: 0, turn: '-rotate-90' },
  { name: 'up', x: 0, y: -1, turn: '' },
  { name: 'down', x: 0, y: 1, turn: 'rotate-180' },
  { name: 'right', x: 1, y: 0, turn: 'rotate-90' },
] as const

export function MovePad({ label, onMove }: MovePadProps) {
  return (
    <fieldset aria-label={label} className="flex gap-1">
      {WAYS.map(({ name, x, y, turn }) => (
        <Button
          key={name}
          aria-label={`Move ${name}`}
          title={`Move ${name}`}
          className="w-9 px-0 pointer-coarse:size-11"
          onClick={() => onMove(x, y)}
        >
          <MoveUp size={16} strokeWidth={1.75} aria-hidden="true" className={turn} />
        </Button>
      ))}
    </fieldset>
  )
}
