/** The advisory locks of the database, all of them here, so that no two have one number. Numbers stay: older nodes use them too. */
export const LOCKS = {
  migrations: 7_300_001,
  firstWorkspace: 7_300_002,
  /** Its holder gives events their positions in the feed. */
  dispatch: 7_300_003,
  setup: 7_300_006,
  restore: 7_300_028,
  backup: 7_300_029,
  /** One upload after the other reserves room for its files. */
  formFiles: 7_300_030,
} as const
