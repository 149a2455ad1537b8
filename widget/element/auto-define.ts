/** What dist/widget/plat-messenger.js is: importing it registers the element. */
import { definePlatMessenger } from './define.ts'

export { definePlatMessenger } from './define.ts'
export { PlatMessengerElement } from './messenger-element.ts'

definePlatMessenger()
