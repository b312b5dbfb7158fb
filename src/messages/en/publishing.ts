/** Why a post is in its state, what a person cannot do with it, and why publishing is paused. */
export const publishing = {
  'publishing.not_out': 'A person checked: it was not published. Retry it, or leave it as it is.',
  'publishing.cancelled': 'Cancelled by a person.',
  'publishing.account_was_away': 'The account was away longer than the late window. Publish it now, or set a new date.',
  'publishing.missed':
    'Its time passed {span} ago, more than the late window allows, so it was not sent by itself. Publish it now, or set a new date.',
  'publishing.unread':
    'It was sent, but it is not known whether it is out. {problem} Doorpost looks when the account can be used again. Or look there yourself, and settle it.',
  'publishing.closed': 'Nothing is sent at the moment. {problem}',
  'reason.stored': '{said}',
  'publishing.no_app':
    'No app is set up for {platform} posts any more. An owner sets it up under Settings, Networks; then the post goes out.',
  'publishing.unread_without_app':
    'It was sent, but it is not known whether it is out. No app is set up for {platform} posts any more. An owner sets it up under Settings, Networks; then Doorpost looks.',
  'publishing.hidden_repeat':
    'The platform refuses the post because it has the same one already, but does not show it. Look there.',
  'publishing.not_asked':
    'The platform could not be asked whether the post is out ({class}). Look at the account, then settle it.',
  'publishing.sent_in_vain': 'It was sent {sends} times without effect. Check the account, then retry.',
  'publishing.answer_unreadable': 'Doorpost could not read the answer.',
  'publishing.answer_lost': 'The answer of the platform was lost. Doorpost looks whether the post is out.',
  'publishing.not_prepared': 'Doorpost could not prepare the post. It is tried again.',
  'publishing.not_marked': 'DATA_DIR cannot be written, so nothing was sent. It is tried again.',
  'publishing.other_id': 'The platform answered with the id of another post ({id}).',
  'publishing.not_renewed': 'The approval of the account could not be renewed just now. It is tried again.',
  'publishing.unchecked':
    'The database was restored to an older state, and this post could not be searched for. Check the account, then say whether it is there.',
  'publishing.no_words': 'The post has no words to look for it by.',
  'publishing.look_unreadable': 'Doorpost could not read the answer of the platform.',
  'publishing.no_post': 'There is no post with this id. List them at GET /v1/posts.',
  'publishing.id_taken': 'This platform_id belongs to another post.',
  'publishing.outcome_required': '{field} is required. Send published or not_published.',
  'publishing.not_paused': 'Publishing is not paused.',
  'publishing.is_published':
    'The post is published already, so {action, select, publish {it cannot be published now} retry {it cannot be retried} cancel {it cannot be cancelled} other {it cannot be settled}}.',
  'publishing.is_unconfirmed':
    'It is not certain whether the post is out, so {action, select, publish {it cannot be published now} retry {it cannot be retried} cancel {it cannot be cancelled} other {it cannot be settled}}. Look at the account, then POST {path}.',
  'publishing.under_way':
    'The post is being sent right now, so {action, select, publish {it cannot be published now} retry {it cannot be retried} cancel {it cannot be cancelled} other {it cannot be settled}}. Wait a moment and look again.',
  'publishing.wrong_state':
    'A post in the state {state} {action, select, publish {cannot be published now} retry {cannot be retried} cancel {cannot be cancelled} other {cannot be settled}}.',
  'state.none': 'draft',
  'state.waiting': 'waiting',
  'state.preparing': 'preparing',
  'state.sending': 'sending',
  'state.confirming': 'confirming',
  'state.deferred': 'deferred',
  'state.held': 'held',
  'state.missed': 'missed',
  'state.failed': 'failed',
  'state.cancelled': 'cancelled',
  'state.unconfirmed': 'unconfirmed',
  'state.published': 'published',
  // The steps of an attempt.
  'step.sending': 'Sent to {network}',
  'step.token_refreshed': 'Renewed the approval of the account',
  'step.outcome_unknown': 'No clear answer. Looks on {network} whether the post is out',
  'step.looked_found': 'Looked: it is on {network}',
  'step.looked_absent': 'Looked: it is not on {network}',
  'step.looked_not_seen': 'Looked: it cannot be seen yet',
  'step.looked_cannot_tell': 'Looked: {network} does not say',
  'step.looked_failed': 'Looked: {network} could not be read',
  'step.account_unreadable': 'The account cannot be read: looks when it can',
  'step.sending_again': 'Nothing is out, so it is sent again',
  'step.too_late': 'Not sent, because it took too long to begin. It starts again',
  'step.repeat': 'Refused as a repeat. {look}',
  'step.published': '{network} has published it',
  'step.failed': 'Ended: not published',
  'step.retry': 'Ended: tried again later',
  'step.deferred': 'Ended: postponed',
  'step.held': 'Ended: held',
  'step.unconfirmed': 'Ended: needs attention',
  'step.cancelled': 'Cancelled by a person',

  'group.left_cancelled': 'The post is cancelled, and stays so when its group changes. Change or publish it by itself.',

  'installation.other_installation':
    'DATA_DIR belongs to another installation than this database. Posts may be public that this database believes unsent.',
  'installation.older_database':
    'The database has counted {counted} sends, but {sent} were made: it was restored from a backup, or lost its newest commits. Posts may be public that this database believes unsent.',
  'installation.other_server':
    'The database is on another server, or was created anew: it was restored or cloned. Posts may be public that this database believes unsent.',
  'installation.failover':
    'The database server was promoted or restored to a point in time, and may have lost its newest commits. Posts may be public that this database believes unsent.',
  'installation.copied_data_folder':
    'DATA_DIR is a copy: it was restored, moved or cloned. Posts may be public that this database believes unsent.',
  'installation.unknown_data_folder':
    'DATA_DIR is empty, but the database has sent posts, and no other node of the installation vouches for it: it may be a clone or a restored backup. Posts may be public that this database believes unsent.',
  'installation.restored_backup':
    'The database was restored from the backup of {created}. Posts may be public that this database believes unsent.',
  'installation.failover_unconfirmed':
    'The database server was replaced. Waiting for all workers to confirm that no send was lost.',
  'installation.unconfirmed':
    'DATA_DIR is empty. Waiting for another node of the installation to confirm that this database is the right one.',
  'installation.data_dir_not_writable':
    'DATA_DIR ({folder}) cannot be written ({error}). Nothing is sent, because a restore of the database would go unnoticed. Free space on the disk, or allow this user to write there.',
  'installation.clock_ahead':
    "The clock of this machine is {span} ahead of the database''s. This node publishes and purges nothing until this is corrected. Set the clock of the machine, for example with NTP.",
  'installation.clock_behind':
    "The clock of this machine is {span} behind the database''s. This node publishes and purges nothing until this is corrected. Set the clock of the machine, for example with NTP.",
} as const
