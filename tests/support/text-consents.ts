/** Columns of a number that agreed to texts for all but service. */
export const AGREED_TO_TEXTS = {
  opted_in: true,
  text_consents: JSON.stringify(
    Object.fromEntries(
      ['matches', 'offers', 'reminders'].map((purpose) => [purpose, '2026-06-01T12:00:00.000Z']),
    ),
  ),
}
