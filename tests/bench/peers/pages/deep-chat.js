import 'deep-chat'
import { offer } from './offer.js'

const stage = document.querySelector('#stage')
let element

const toPeer = ({ text, isOwn }) => ({ text, role: isOwn ? 'user' : 'ai' })

offer({
  box: () => element ?? stage,
  show(messages) {
    element = document.createElement('deep-chat')
    element.connect = { handler: () => {} }
    element.history = messages.map(toPeer)
    Object.assign(element.style, { width: '100%', height: '780px' })
    stage.replaceChildren(element)
  },
  add(message) {
    element.addMessage(toPeer(message))
  },
})
