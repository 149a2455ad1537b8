/** What can be wrong with a deal: the words that its reporter chooses and that staff read. */
export const DEAL_REPORT_REASONS = [
  ['wrong_numbers', 'The numbers are wrong'],
  ['not_under_contract', 'The seller does not have it under contract'],
  ['duplicate', 'It is listed twice, or posted by somebody else'],
  ['sold_elsewhere', 'It was sold elsewhere'],
  ['other', 'Something else'],
] as const
