import { register } from 'vue-advanced-chat'
import { offer } from './offer.js'

register()

const users = [
  { _id: 'me', username: 'Dana' },
  { _id: 'other', username: 'Lone Star' },
]
const stage = document.querySelector('#stage')
let element

const toPeer = ({ id, text, isOwn, at }) => ({
  _id: id,
  content: text,
  senderId: isOwn ? 'me' : 'other',
  username: isOwn ? 'Dana' : 'Lone Star',
  date: at.toDateString(),
  timestamp: at.toISOString().slice(11, 16),
})

offer({
  box: () => element ?? stage,
  show(messages) {
    element = document.createElement('vue-advanced-chat')
    Object.assign(element, {
      height: '780px',
      currentUserId: 'me',
      singleRoom: true,
      roomsLoaded: true,
      messagesLoaded: true,
      roomId: '1',
    })
    element.rooms = [{ roomId: '1', roomName: 'Lone Star', avatar: '', users }]
    element.messages = messages.map(toPeer)
    stage.replaceChildren(element)
  },
  add(_message, all) {
    element.messages = all.map(toPeer)
  },
})
