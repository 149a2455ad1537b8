import 'stream-chat-react/dist/css/index.css'
import { createElement as h } from 'react'
import { createRoot } from 'react-dom/client'
import { StreamChat } from 'stream-chat'
import { Channel, Chat, VirtualizedMessageList, Window } from 'stream-chat-react'
import { offer } from './offer.js'

const stage = document.querySelector('#stage')
const me = { id: 'me', name: 'Dana' }
const other = { id: 'other', name: 'Lone Star' }
let root
let client
let channel

const toPeer = ({ id, text, isOwn, at }) => ({
  id,
  text,
  type: 'regular',
  user: isOwn ? me : other,
  created_at: at,
  updated_at: at,
  attachments: [],
  latest_reactions: [],
  cid: 'messaging:1',
  status: 'received',
})

/** A client that believes it is connected: nothing leaves the page. */
function offlineClient() {
  const made = new StreamChat('key', { allowServerSideConnect: false })
  Object.assign(made, {
    connectionId: 'c',
    userID: me.id,
    user: me,
    _user: me,
    wsPromise: Promise.resolve(),
    setUserPromise: Promise.resolve(),
  })
  for (const call of ['get', 'post', 'put', 'patch', 'delete', 'doAxiosRequest'])
    made[call] = async () => ({})
  made.tokenManager.getToken = () => 'token'
  return made
}

offer({
  box: () => stage,
  show(messages) {
    root?.unmount()
    root = createRoot(stage)
    client = offlineClient()
    channel = client.channel('messaging', '1', { members: [] })
    Object.assign(channel, {
      initialized: true,
      data: { id: '1', type: 'messaging', cid: 'messaging:1', own_capabilities: [], name: 'Lone Star' },
    })
    for (const call of ['watch', 'query', 'markRead', 'countUnread'])
      channel[call] = async () => ({ messages: [] })
    channel.countUnread = () => 0
    channel.getConfig = () => ({ read_events: false, typing_events: false })
    channel.state.addMessagesSorted(messages.map(toPeer), false, true, true, 'latest')
    root.render(h(Chat, { client }, h(Channel, { channel }, h(Window, null, h(VirtualizedMessageList, {})))))
  },
  add(message) {
    const peer = toPeer(message)
    channel.state.addMessageSorted(peer)
    client.dispatchEvent({
      type: 'message.new',
      cid: channel.cid,
      channel_id: '1',
      channel_type: 'messaging',
      message: peer,
      user: peer.user,
      created_at: peer.created_at,
    })
  },
})
