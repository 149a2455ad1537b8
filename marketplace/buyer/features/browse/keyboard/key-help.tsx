/** The keys of the deals page, and the switch that turns them off. */
import { KeysDialog, type KeysDialogProps } from '#marketplace/kit/keys/keys-dialog.tsx'
import { COMMANDS } from './keys.ts'

const KeyHelp = (props: Omit<KeysDialogProps, 'rows' | 'switchLabel'>) => (
  <KeysDialog {...props} rows={COMMANDS} switchLabel="Use these keys on the deals page" />
)
export default KeyHelp
