/**
 * All advisory locks of the database, so that no two share a number. Numbers never change, because older nodes use them
 * too.
 */
export const LOCKS = {
  migrations: 7_300_001,
  firstWorkspace: 7_300_002,
  /** The holder assigns events their positions in the feed. */
  dispatch: 7_300_003,
  setup: 7_300_006,
  restore: 7_300_028,
  backup: 7_300_029,
  /** Serialises the uploads that reserve storage for their files. */
  formFiles: 7_300_030,
} as const
