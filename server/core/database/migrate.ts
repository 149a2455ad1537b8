/** Every migration, and what brings a database to the newest schema. */
import { type BossDatabase, installBoss } from '#server/core/jobs/install.ts'
import * as conversations from './migrations/0001-conversations.ts'
import * as accounts from './migrations/0002-accounts.ts'
import * as deals from './migrations/0003-deals.ts'
import * as offers from './migrations/0004-offers.ts'
import * as money from './migrations/0005-money.ts'
import * as matching from './migrations/0006-matching.ts'
import * as matchFeedback from './migrations/0007-match-feedback.ts'
import * as digests from './migrations/0008-digests.ts'
import * as notifications from './migrations/0009-notifications.ts'
import * as savedSearches from './migrations/0010-saved-searches.ts'
import * as campaigns from './migrations/0011-campaigns.ts'
import * as newsOfChangedBoxes from './migrations/0012-news-of-changed-boxes.ts'
import * as boxNotices from './migrations/0013-box-notices.ts'
import * as dealVisits from './migrations/0014-deal-visits.ts'
import * as shownMarketReports from './migrations/0015-shown-market-reports.ts'
import * as boundTokens from './migrations/0017-bound-tokens.ts'
import * as proofRule from './migrations/0018-proof-rule.ts'
import * as logins from './migrations/0022-logins.ts'
import * as secondFactors from './migrations/0023-second-factors.ts'
import * as failedWork from './migrations/0024-failed-work.ts'
import * as moneyInDoubt from './migrations/0025-money-in-doubt.ts'
import * as idempotencyTerms from './migrations/0026-idempotency-terms.ts'
import * as scannedFiles from './migrations/0027-scanned-files.ts'
import * as quarantinedFiles from './migrations/0028-quarantined-files.ts'
import * as keyedQuestions from './migrations/0029-keyed-questions.ts'
import * as memberNotices from './migrations/0030-member-notices.ts'
import * as withdrawals from './migrations/0031-withdrawals.ts'
import * as stepFiles from './migrations/0032-step-files.ts'
import * as withdrawalsInHand from './migrations/0033-withdrawals-in-hand.ts'
import * as setupTokens from './migrations/0034-setup-tokens.ts'
import * as serverKeys from './migrations/0035-server-keys.ts'
import * as replacedTokens from './migrations/0036-replaced-tokens.ts'
import * as sellerStepFiles from './migrations/0037-seller-step-files.ts'
import * as siteGuests from './migrations/0038-site-guests.ts'
import * as launcherSettings from './migrations/0039-launcher-settings.ts'
import * as teamRoles from './migrations/0040-team-roles.ts'
import * as sellerApplications from './migrations/0041-seller-applications.ts'
import * as blockedChats from './migrations/0042-blocked-chats.ts'
import * as signedAssertions from './migrations/0043-signed-assertions.ts'
import * as memberDevices from './migrations/0044-member-devices.ts'
import * as ledgerByTime from './migrations/0045-ledger-by-time.ts'
import * as requestIds from './migrations/0046-request-ids.ts'
import * as foreignKeys from './migrations/0047-foreign-keys.ts'
import * as consentWords from './migrations/0048-consent-words.ts'
import * as postalAddresses from './migrations/0049-postal-addresses.ts'
import * as againstAdvice from './migrations/0050-against-advice.ts'
import * as seenMarks from './migrations/0051-seen-marks.ts'
import * as lastActive from './migrations/0052-last-active.ts'
import * as oldRecords from './migrations/0053-old-records.ts'
import * as deletedAccounts from './migrations/0054-deleted-accounts.ts'
import * as consentProofs from './migrations/0055-consent-proofs.ts'
import * as memberTerms from './migrations/0056-member-terms.ts'
import * as stoppedAddresses from './migrations/0057-stopped-addresses.ts'
import * as importedContacts from './migrations/0059-imported-contacts.ts'
import * as closingCompanies from './migrations/0060-closing-companies.ts'
import * as doubleOptIn from './migrations/0061-double-opt-in.ts'
import * as unconfirmedContacts from './migrations/0062-unconfirmed-contacts.ts'
import * as textPurposes from './migrations/0065-text-purposes.ts'
import * as messageAttachments from './migrations/0067-message-attachments.ts'
import * as messageSearch from './migrations/0068-message-search.ts'
import * as conversationsSetAside from './migrations/0070-conversations-set-aside.ts'
import * as readMarks from './migrations/0072-read-marks.ts'
import * as conversationNotes from './migrations/0074-conversation-notes.ts'
import * as today from './migrations/0076-today.ts'
import * as memberIdentity from './migrations/0078-member-identity.ts'
import * as memberIdentityIndex from './migrations/0079-member-identity-index.ts'
import * as joinedGuestsIndex from './migrations/0080-joined-guests-index.ts'
import * as joinedGuests from './migrations/0081-joined-guests.ts'
import * as dealContractPrice from './migrations/0082-deal-contract-price.ts'
import * as companyRecord from './migrations/0083-company-record.ts'
import type { OpenDatabase } from './open-database.ts'
import { runMigrations, type SchemaMigration } from './run-migrations.ts'

/** In the order of their names. A migration that was published is never edited. */
export const MIGRATIONS: Record<string, SchemaMigration> = {
  '0001-conversations': conversations,
  '0002-accounts': accounts,
  '0003-deals': deals,
  '0004-offers': offers,
  '0005-money': money,
  '0006-matching': matching,
  '0007-match-feedback': matchFeedback,
  '0008-digests': digests,
  '0009-notifications': notifications,
  '0010-saved-searches': savedSearches,
  '0011-campaigns': campaigns,
  '0012-news-of-changed-boxes': newsOfChangedBoxes,
  '0013-box-notices': boxNotices,
  '0014-deal-visits': dealVisits,
  '0015-shown-market-reports': shownMarketReports,
  '0017-bound-tokens': boundTokens,
  '0018-proof-rule': proofRule,
  '0022-logins': logins,
  '0023-second-factors': secondFactors,
  '0024-failed-work': failedWork,
  '0025-money-in-doubt': moneyInDoubt,
  '0026-idempotency-terms': idempotencyTerms,
  '0027-scanned-files': scannedFiles,
  '0028-quarantined-files': quarantinedFiles,
  '0029-keyed-questions': keyedQuestions,
  '0030-member-notices': memberNotices,
  '0031-withdrawals': withdrawals,
  '0032-step-files': stepFiles,
  '0033-withdrawals-in-hand': withdrawalsInHand,
  '0034-setup-tokens': setupTokens,
  '0035-server-keys': serverKeys,
  '0036-replaced-tokens': replacedTokens,
  '0037-seller-step-files': sellerStepFiles,
  '0038-site-guests': siteGuests,
  '0039-launcher-settings': launcherSettings,
  '0040-team-roles': teamRoles,
  '0041-seller-applications': sellerApplications,
  '0042-blocked-chats': blockedChats,
  '0043-signed-assertions': signedAssertions,
  '0044-member-devices': memberDevices,
  '0045-ledger-by-time': ledgerByTime,
  '0046-request-ids': requestIds,
  '0047-foreign-keys': foreignKeys,
  '0048-consent-words': consentWords,
  '0049-postal-addresses': postalAddresses,
  '0050-against-advice': againstAdvice,
  '0051-seen-marks': seenMarks,
  '0052-last-active': lastActive,
  '0053-old-records': oldRecords,
  '0054-deleted-accounts': deletedAccounts,
  '0055-consent-proofs': consentProofs,
  '0056-member-terms': memberTerms,
  '0057-stopped-addresses': stoppedAddresses,
  '0059-imported-contacts': importedContacts,
  '0060-closing-companies': closingCompanies,
  '0061-double-opt-in': doubleOptIn,
  '0062-unconfirmed-contacts': unconfirmedContacts,
  '0065-text-purposes': textPurposes,
  '0067-message-attachments': messageAttachments,
  '0068-message-search': messageSearch,
  '0070-conversations-set-aside': conversationsSetAside,
  '0072-read-marks': readMarks,
  '0074-conversation-notes': conversationNotes,
  '0076-today': today,
  '0078-member-identity': memberIdentity,
  '0079-member-identity-index': memberIdentityIndex,
  '0080-joined-guests-index': joinedGuestsIndex,
  '0081-joined-guests': joinedGuests,
  '0082-deal-contract-price': dealContractPrice,
  '0083-company-record': companyRecord,
}

/** The job queue's tables too. Without them the server still answers, and tries again at its next start. */
export async function migrateAll(
  database: BossDatabase & Pick<OpenDatabase, 'kind'>,
  onProgress: (line: string) => void,
): Promise<void> {
  await runMigrations(database, { migrations: MIGRATIONS, onProgress })
  try {
    await installBoss(database)
  } catch (error) {
    onProgress(`the job queue has no tables yet: ${(error as Error).message}`)
  }
}
