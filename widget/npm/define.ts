/** `plat-messenger/define`: importing it registers the tag, and does nothing on a server. */
import { definePlatMessenger } from '../element/define.ts'
import type {} from '../element/jsx.ts'

export { definePlatMessenger } from '../element/define.ts'
export { PlatMessengerElement } from '../element/messenger-element.ts'

definePlatMessenger()
