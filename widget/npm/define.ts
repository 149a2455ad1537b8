/** `plat-messenger/define`: importing it registers the tag, and does nothing on a server. */
import { definePlatMessenger } from '../element/define.ts'

export { definePlatMessenger } from '../element/define.ts'
// A named type, because an empty import does not come through into the written types, and with it the tag's own would stay behind.
export type { PlatMessengerAttributes } from '../element/jsx.ts'
export { PlatMessengerElement } from '../element/messenger-element.ts'

definePlatMessenger()
