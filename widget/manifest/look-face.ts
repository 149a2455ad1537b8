/** How it can be made to look: slots, parts, custom properties. */
import type { FaceCssProperty, FacePart, Said } from './face-types.ts'

export const SLOTS: readonly Said[] = [
  { name: 'header', says: 'In place of the heading “Messages” over the list.' },
  { name: 'empty', says: 'In place of what the list says when there is no conversation yet.' },
  { name: 'list-footer', says: 'Below the list. Nothing is there without it.' },
  { name: 'no-selection', says: 'Beside the list, as long as no conversation is open.' },
  {
    name: 'thread-actions',
    says: 'At the end of the line over the open conversation. Nothing is there without it.',
  },
  {
    name: 'property-{messageId}',
    says: 'At the upper corner of the property that this message carries, e.g. a button to keep it. Nothing is there without it.',
  },
  { name: 'thread-empty', says: 'In place of what an open conversation without messages says.' },
]

export const PARTS: readonly FacePart[] = [
  { name: 'messenger', says: 'Everything: the box inside the element.' },
  { name: 'list', says: 'The panel of conversations.' },
  { name: 'list-header', says: 'Heading and search over the list.' },
  { name: 'title', says: 'The heading “Messages”.' },
  { name: 'search', says: 'The box around the search field.' },
  { name: 'search-input', says: 'The search field itself.' },
  { name: 'conversation', states: ['selected', 'unread'], says: 'A row of the list.' },
  { name: 'avatar', says: 'The round picture of a seller, in the list and over a thread.' },
  { name: 'name', says: 'A seller’s name in the list.' },
  { name: 'preview', says: 'The last words of a conversation in the list.' },
  { name: 'time', says: 'When the last message of a row came.' },
  { name: 'badge', says: 'The unread count of a row.' },
  { name: 'thread', says: 'The panel of the open conversation, or of the wish to open one.' },
  { name: 'thread-header', says: 'Who the conversation is with, and the way back.' },
  { name: 'thread-title', says: 'The seller’s name in that header.' },
  { name: 'log', says: 'The messages, as what scrolls.' },
  { name: 'date', says: 'The day between messages of different days.' },
  {
    name: 'message',
    states: ['own', 'other', 'sending', 'failed'],
    says: 'A message with everything that hangs on it.',
  },
  { name: 'bubble', states: ['own', 'other', 'sending', 'failed'], says: 'The words of a message.' },
  { name: 'message-time', says: 'The time below a message.' },
  { name: 'action-label', says: 'What a message is besides its words, e.g. “Made an offer”.' },
  { name: 'property-card', says: 'A property that a message carries.' },
  { name: 'offer-card', says: 'An offer that a message carries.' },
  { name: 'new-messages', says: 'The pill that leads to messages below what is being read.' },
  { name: 'composer', says: 'The form in which a message is written.' },
  { name: 'composer-field', says: 'The box around its text field and its button.' },
  { name: 'composer-input', says: 'The text field itself.' },
  { name: 'send-button', says: 'The button that sends.' },
  { name: 'button', says: 'A button with words, e.g. “Try again” or the moves of an offer.' },
  { name: 'icon-button', says: 'A button that is only an icon: back, close.' },
  { name: 'banner', says: 'A line about what does not work just now.' },
  { name: 'notice', says: 'A panel with nothing to list: empty, failed, nothing open.' },
]

const LEGIBLE = 'black or white, whichever reads better'

export const CSS_PROPERTIES: readonly FaceCssProperty[] = [
  { name: '--messenger-width', syntax: '<length-percentage>', initial: '100%', says: 'The element’s width.' },
  { name: '--messenger-height', syntax: '<length-percentage>', initial: '100%', says: 'Its height.' },
  {
    name: '--messenger-list-width',
    syntax: '<length-percentage>',
    initial: '30 %, from 288px to 352px',
    says: 'How wide the list is beside a conversation.',
  },
  {
    name: '--messenger-font',
    syntax: '<font-family>#',
    initial: 'the system’s font',
    says: 'The font family.',
  },
  {
    name: '--messenger-accent',
    syntax: '<color>',
    initial: 'petrol',
    says: 'What can be pressed and what is selected. Its shades for hovering, soft fills and one’s own bubbles follow from it.',
  },
  {
    name: '--messenger-on-accent',
    syntax: '<color>',
    initial: LEGIBLE,
    says: 'Words and icons on the accent.',
  },
  {
    name: '--messenger-surface',
    syntax: '<color>',
    initial: 'white; near black in dark',
    says: 'The ground. Lines, fields, the other side’s bubbles and text follow from it.',
  },
  { name: '--messenger-text', syntax: '<color>', initial: 'near black; near white in dark', says: 'Text.' },
  {
    name: '--messenger-muted-text',
    syntax: '<color>',
    initial: 'between text and surface',
    says: 'Previews, times, hints.',
  },
  {
    name: '--messenger-line',
    syntax: '<color>',
    initial: 'a little darker than the surface',
    says: 'Lines.',
  },
  { name: '--messenger-badge', syntax: '<color>', initial: 'orange', says: 'The unread count.' },
  { name: '--messenger-on-badge', syntax: '<color>', initial: LEGIBLE, says: 'The figures on it.' },
  {
    name: '--messenger-own-bubble',
    syntax: '<color>',
    initial: 'the accent',
    says: 'The bubbles of the person who uses the messenger.',
  },
  { name: '--messenger-own-bubble-text', syntax: '<color>', initial: LEGIBLE, says: 'The words in them.' },
  {
    name: '--messenger-other-bubble',
    syntax: '<color>',
    initial: 'a little darker than the surface',
    says: 'The other side’s bubbles.',
  },
  { name: '--messenger-other-bubble-text', syntax: '<color>', initial: LEGIBLE, says: 'The words in them.' },
  {
    name: '--messenger-radius',
    syntax: '<length>',
    initial: '7px',
    says: 'How round rows, fields, buttons and cards are.',
  },
  { name: '--messenger-bubble-radius', syntax: '<length>', initial: '15px', says: 'How round bubbles are.' },
]
