/** The parts of the messenger that the launcher passes on, so that a page styles them as `[data-plat-launcher]::part(bubble)`. */

/** All there are: a test compares them with what is documented. */
export const EXPORTED_PARTS =
  'messenger, list, list-header, title, search, search-input, conversation, selected, unread, avatar, name, preview, time, badge, thread, thread-header, thread-title, log, date, message, own, other, sending, failed, bubble, message-time, action-label, property-card, offer-card, new-messages, composer, composer-field, composer-input, send-button, button, icon-button, banner, notice'
