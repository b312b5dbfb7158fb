import { t } from '@lingui/core/macro'

interface Reason {
  reason: string | null
  reason_code: string | null
}

/**
 * Why something did not work, for people. Sentences of the server that name settings or parts of an installation are
 * replaced, by their code; `technicalReason` has them for those who can change that.
 */
export function plainReason({ reason, reason_code: code }: Reason): string | null {
  if (reason === null || code === null) return reason
  return WORDS.find(({ codes }) => codes.test(code))?.say() ?? reason
}

/** What the server says, if `plainReason` says something else. */
export function technicalReason(reason: Reason): string | null {
  return plainReason(reason) === reason.reason ? null : reason.reason
}

const WORDS: ReadonlyArray<{ codes: RegExp; say: () => string }> = [
  {
    codes: /^mail\.(?:unreachable|wrong_password|no_encryption|timed_out|sender_refused)$/,
    say: () => t`The mail server did not take it. Ask the operator of Doorpost to check how mail is set up.`,
  },
  {
    codes: /^(?:disk\.refuses_files|store\.bucket_away)$/,
    say: () =>
      t`The storage for files does not work, so no file is accepted. Ask the operator of Doorpost to look at it.`,
  },
  {
    codes: /^publishing\.not_marked$/,
    say: () => t`Doorpost could not write to its disk, so nothing was sent. It is tried again.`,
  },
  {
    codes: /^account\.unreadable$/,
    say: () => t`The stored approval can no longer be read. Connect the account again.`,
  },
  {
    codes: /^installation\.(?:other_installation|copied_data_folder|unknown_data_folder)$/,
    say: () =>
      t`The files of Doorpost do not belong to this database: one of the two was copied, moved or restored. Posts may be public that this database believes unsent.`,
  },
  {
    codes: /^installation\.unconfirmed$/,
    say: () => t`Doorpost is making sure that this database is the right one.`,
  },
  {
    codes: /^installation\.data_dir_not_writable$/,
    say: () => t`Doorpost cannot write to its disk, so nothing is sent. Ask the operator of Doorpost to look at it.`,
  },
  {
    codes: /^rejection\.(?:too_old|too_new)$/,
    say: () => t`It was sent too long ago, or one of the two clocks is wrong.`,
  },
  {
    codes: /^rejection\.no_(?:secret|rule|verify_token)$/,
    say: () => t`The secret of the service is missing here, so nobody can say whether it really came from it.`,
  },
  {
    codes: /^rejection\./,
    say: () =>
      t`It could not be shown that it really came from the service. Check that the right service and secret are set here.`,
  },
]
