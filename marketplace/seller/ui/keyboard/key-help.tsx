/** The keys of the seller app, and the switch that turns them off. */
import { KeysDialog, type KeysDialogProps } from '#marketplace/kit/keys/keys-dialog.tsx'
import { KEYBOARD_WORDS, SELLER_KEYS } from '#marketplace/seller/keyboard/seller-keys.ts'

const KeyHelp = (props: Omit<KeysDialogProps, 'rows' | 'switchLabel'>) => (
  <KeysDialog {...props} rows={SELLER_KEYS} switchLabel={KEYBOARD_WORDS.switch} />
)
export default KeyHelp
