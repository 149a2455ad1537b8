/** How it can be made to look: slots, parts, custom properties. */
import type { ManifestCssProperty, ManifestEntry, ManifestPart } from './manifest-types.ts'

export const SLOTS: readonly ManifestEntry[] = [
  { name: 'header', says: 'Replaces the heading “Messages” above the list.' },
  { name: 'empty', says: 'Replaces the text of the list when there are no conversations yet.' },
  { name: 'list-footer', says: 'Below the list. Empty by default.' },
  { name: 'no-selection', says: 'Beside the list while no conversation is open.' },
  {
    name: 'thread-actions',
    says: 'At the end of the line above the open conversation. Empty by default.',
  },
  {
    name: 'property-{messageId}',
    says: 'At the upper corner of this message’s property card, e.g. a button to save it. Empty by default.',
  },
  { name: 'thread-empty', says: 'Replaces the text of an open conversation without messages.' },
]

export const PARTS: readonly ManifestPart[] = [
  { name: 'messenger', says: 'Everything: the box inside the element.' },
  { name: 'list', says: 'The panel of conversations.' },
  { name: 'list-header', says: 'Heading and search above the list.' },
  { name: 'title', says: 'The heading “Messages”.' },
  { name: 'search', says: 'The box around the search field.' },
  { name: 'search-input', says: 'The search field itself.' },
  { name: 'conversation', states: ['selected', 'unread'], says: 'A row of the list.' },
  { name: 'avatar', says: 'The round picture of a seller, in the list and above a thread.' },
  { name: 'name', says: 'A seller’s name in the list.' },
  { name: 'preview', says: 'The last message of a conversation in the list.' },
  { name: 'time', says: 'The time of the last message in a row.' },
  { name: 'badge', says: 'The unread count of a row.' },
  { name: 'thread', says: 'The panel of the open conversation, or of the hint to open one.' },
  { name: 'thread-header', says: 'The name of the other side and the back button.' },
  { name: 'thread-title', says: 'The seller’s name in that header.' },
  { name: 'log', says: 'The scrolling list of messages.' },
  { name: 'date', says: 'The day between messages of different days.' },
  {
    name: 'message',
    states: ['own', 'other', 'sending', 'failed'],
    says: 'A message with everything that belongs to it.',
  },
  { name: 'bubble', states: ['own', 'other', 'sending', 'failed'], says: 'The text of a message.' },
  { name: 'message-time', says: 'The time below a message.' },
  { name: 'action-label', says: 'A label of the message, e.g. “Made an offer”.' },
  { name: 'property-card', says: 'The property card of a message.' },
  { name: 'offer-card', says: 'The offer card of a message.' },
  { name: 'new-messages', says: 'The pill that scrolls to new messages below.' },
  { name: 'composer', says: 'The form to write a message.' },
  { name: 'composer-field', says: 'The box around its text field and its button.' },
  { name: 'composer-input', says: 'The text field itself.' },
  { name: 'send-button', says: 'The button that sends.' },
  { name: 'button', says: 'A button with text, e.g. “Try again” or the moves of an offer.' },
  { name: 'icon-button', says: 'A button that is only an icon: back, close.' },
  { name: 'banner', says: 'A line about a current problem.' },
  { name: 'notice', says: 'A panel without content: empty, failed, nothing open.' },
]

const LEGIBLE = 'black or white, whichever reads better'

export const CSS_PROPERTIES: readonly ManifestCssProperty[] = [
  { name: '--messenger-width', syntax: '<length-percentage>', initial: '100%', says: 'The element’s width.' },
  { name: '--messenger-height', syntax: '<length-percentage>', initial: '100%', says: 'Its height.' },
  {
    name: '--messenger-list-width',
    syntax: '<length-percentage>',
    initial: '30 %, from 288px to 352px',
    says: 'The width of the list beside a conversation.',
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
    says: 'Buttons, links and the selection. Shades for hovering, soft fills and own bubbles are derived from it.',
  },
  {
    name: '--messenger-on-accent',
    syntax: '<color>',
    initial: LEGIBLE,
    says: 'Text and icons on the accent.',
  },
  {
    name: '--messenger-surface',
    syntax: '<color>',
    initial: 'white; near black in dark',
    says: 'The background. Lines, fields, the other side’s bubbles and text are derived from it.',
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
  { name: '--messenger-on-badge', syntax: '<color>', initial: LEGIBLE, says: 'The digits on it.' },
  {
    name: '--messenger-own-bubble',
    syntax: '<color>',
    initial: 'the accent',
    says: 'The bubbles of the user’s own messages.',
  },
  { name: '--messenger-own-bubble-text', syntax: '<color>', initial: LEGIBLE, says: 'The text in them.' },
  {
    name: '--messenger-other-bubble',
    syntax: '<color>',
    initial: 'a little darker than the surface',
    says: 'The other side’s bubbles.',
  },
  { name: '--messenger-other-bubble-text', syntax: '<color>', initial: LEGIBLE, says: 'The text in them.' },
  {
    name: '--messenger-radius',
    syntax: '<length>',
    initial: '7px',
    says: 'The corner radius of rows, fields, buttons and cards.',
  },
  {
    name: '--messenger-bubble-radius',
    syntax: '<length>',
    initial: '15px',
    says: 'The corner radius of bubbles.',
  },
]
