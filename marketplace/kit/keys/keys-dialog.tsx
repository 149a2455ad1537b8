/** The keys of an app, and the switch that turns them off. */
import { Modal } from '../ui/modal.tsx'
import { isMac } from './key-press.ts'

export interface KeyRow {
  /** Pressed one after the other, or together with Ctrl. */
  readonly keys: string
  /** Means the same. */
  readonly alias?: string
  readonly label: string
}

export interface KeysDialogProps {
  rows: readonly KeyRow[]
  /** What the switch says. */
  switchLabel: string
  isOn: boolean
  onToggle: (isOn: boolean) => void
  onClose: () => void
}

export function KeysDialog({ rows, switchLabel, isOn, onToggle, onClose }: KeysDialogProps) {
  return (
    <Modal title="Keyboard" onClose={onClose}>
      <dl className="grid grid-cols-[5rem_minmax(0,1fr)] items-center gap-y-2">
        {rows.map(({ keys, alias, label }) => (
          <div key={label} className="contents">
            <dt className="flex items-center gap-1">
              {keys.split(' ').map((key) => (
                <Key key={key} name={key} />
              ))}
              {alias === undefined ? null : (
                <>
                  <span className="text-text-3 text-xs">or</span>
                  <Key name={alias} />
                </>
              )}
            </dt>
            <dd className="text-text-2">{label}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-5 flex cursor-pointer items-center gap-2.5 border-line border-t pt-4">
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => onToggle(event.currentTarget.checked)}
          className="size-4 accent-accent"
        />
        {switchLabel}
      </label>
    </Modal>
  )
}

const Key = ({ name }: { name: string }) => (
  <kbd className="min-w-6 rounded-sm border border-line-strong bg-sunken px-1.5 py-0.5 text-center font-sans font-semibold text-xs">
    {name === 'Ctrl' && isMac() ? '⌘' : name}
  </kbd>
)
