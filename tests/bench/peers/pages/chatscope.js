import '@chatscope/chat-ui-kit-styles/dist/default/styles.min.css'
import {
  ChatContainer,
  MainContainer,
  Message,
  MessageInput,
  MessageList,
} from '@chatscope/chat-ui-kit-react'
import { createElement as h } from 'react'
import { createRoot } from 'react-dom/client'
import { offer } from './offer.js'

const stage = document.querySelector('#stage')
const root = createRoot(stage)

const toPeer = ({ id, text, isOwn }) =>
  h(Message, {
    key: id,
    model: {
      message: text,
      sender: isOwn ? 'Dana' : 'Lone Star',
      direction: isOwn ? 'outgoing' : 'incoming',
      position: 'single',
      type: 'text',
    },
  })

const draw = (messages) =>
  root.render(
    h(
      MainContainer,
      null,
      h(
        ChatContainer,
        null,
        h(MessageList, null, messages.map(toPeer)),
        h(MessageInput, { placeholder: 'Type a message' }),
      ),
    ),
  )

offer({ box: () => stage, show: draw, add: (_message, all) => draw(all) })
