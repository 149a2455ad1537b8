// The numbers of the test cards and what a charge with each comes to. They are known here alone: the server hears of an outcome.

export const SAMPLES = [
  ['4242 4242 4242 4242', 'approved', 'Approved'],
  ['4000 0027 6000 3184', 'action', 'Asks for the bank’s step'],
  ['4000 0000 0000 0002', 'declined', 'Declined'],
  ['4000 0000 0000 9995', 'insufficient_funds', 'Not enough money'],
  ['4000 0000 0000 0069', 'expired_card', 'Expired'],
  ['4000 0000 0000 0127', 'incorrect_cvc', 'Wrong security code'],
  ['4000 0000 0000 0101', 'fraud', 'Held for fraud'],
  ['4000 0000 0000 0077', 'pending', 'Pending, paid in 3 s'],
  ['4000 0000 0000 0085', 'pending_declined', 'Pending, then declined'],
  ['4000 0000 0000 0093', 'pending_twice', 'Pending, told twice'],
  ['4000 0000 0000 0051', 'pending_late', 'Pending, paid in a minute'],
  ['4000 0000 0000 0119', 'provider_down', 'Card service is down'],
  ['4000 0000 0000 0044', 'no_answer', 'No answer, yet paid'],
].map(([number, outcome, label]) => ({ number, outcome, label }))

/** Any other number that could be a card's is a good one. */
export function outcomeOf(digits) {
  return SAMPLES.find(({ number }) => number.replaceAll(' ', '') === digits)?.outcome ?? 'approved'
}

export function brandOf(digits) {
  if (/^4/.test(digits)) return 'Visa'
  if (/^(5[1-5]|2[2-7])/.test(digits)) return 'Mastercard'
  if (/^3[47]/.test(digits)) return 'Amex'
  if (/^6/.test(digits)) return 'Discover'
  return 'Card'
}

/** The check digit that every card's number ends with (Luhn). */
export function isCardNumber(digits) {
  if (!/^\d{13,19}$/.test(digits)) return false
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) {
    const doubled = index % 2 === 1 ? Number(digit) * 2 : Number(digit)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
