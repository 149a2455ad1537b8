/** What can be wrong with a review: the words that its reporter chooses and that staff read. */
export const REVIEW_REPORT_REASONS = [
  ['false', 'It is not true'],
  ['offensive', 'It is offensive'],
  ['private', 'It tells something private'],
  ['spam', 'It is advertising'],
  ['other', 'Something else'],
] as const
